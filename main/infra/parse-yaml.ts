/** Of anchors and aliases together: for each alias the library looks through all that is before it. */
const mostNames = 2_000

/** Loaded with the first description that is YAML. Repeated parts are bounded, and dates stay texts. */
export async function parseYaml(text: string): Promise<unknown> {
  const { parseDocument, visit } = await import('yaml')
  const document = parseDocument(text, {
    schema: 'core',
    merge: true,
    prettyErrors: false,
    logLevel: 'silent',
    uniqueKeys: false,
  })
  const [error] = document.errors
  if (error) throw error
  let named = 0
  const count = () => {
    named += 1
    if (named > mostNames) throw new RangeError('alias')
  }
  visit(document, {
    Alias: count,
    Value(_, node) {
      if (node.anchor) count()
    },
  })
  return document.toJS({ maxAliasCount: 1_000 })
}
