/** Loaded with the first description that is YAML. Repeated parts are bounded, and dates stay texts. */
export async function parseYaml(text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, {
    schema: 'core',
    merge: true,
    prettyErrors: false,
    logLevel: 'silent',
    uniqueKeys: false,
  })
  const [error] = document.errors
  if (error) throw error
  return document.toJS({ maxAliasCount: 1_000 })
}
