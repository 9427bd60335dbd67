import { Lexer, type Token, type Tokens } from 'marked'
import { Fragment, memo, type ReactNode } from 'react'
import styles from './markdown.module.css'

/** Parts nested deeper than this are shown as they were written. */
const deepest = 12

/**
 * Somebody else’s Markdown as elements: paragraphs, headings, lists, tables, quotes, code and emphasis. Only https
 * addresses become links; HTML stays text, and images are named by their text and never fetched.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return <div className={styles.markdown}>{blocks(parse(text), 0)}</div>
})

/** Quotes within quotes cost the parser more than their number. */
const manyQuotes = /(?:>[ \t]*){32}/
/** And so do signs of emphasis that nothing closes, by the square of their number. */
const mostEmphasis = 500

function parse(text: string): Token[] {
  const emphasis = text.match(/[*_~`[]/g)?.length ?? 0
  if (manyQuotes.test(text) || emphasis > mostEmphasis) return asWritten(text)
  try {
    return new Lexer({ gfm: true }).lex(text)
  } catch {
    // What the parser can't take is still whole as one paragraph.
    return asWritten(text)
  }
}

function asWritten(text: string): Token[] {
  return [{ type: 'text', raw: text, text }]
}

function blocks(tokens: readonly Token[], depth: number): ReactNode[] {
  return keyed(tokens, (token) => block(token, depth))
}

function keyed<Item>(items: readonly Item[], show: (item: Item) => ReactNode): ReactNode[] {
  return items
    .map((item, place) => [place, item] as const)
    .map(([place, item]) => <Fragment key={place}>{show(item)}</Fragment>)
}

function block(token: Token, depth: number): ReactNode {
  if (depth > deepest) return token.raw
  const within = () => ('tokens' in token && token.tokens ? inline(token.tokens, depth + 1) : token.raw)
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return <h3>{within()}</h3>
    case 'hr':
      return <hr />
    case 'code':
      return (
        <pre>
          <code>{String((token as Tokens.Code).text)}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens, depth + 1)}</blockquote>
    case 'list':
      return list(token as Tokens.List, depth)
    case 'table':
      return table(token as Tokens.Table, depth)
    default:
      return <p>{within()}</p>
  }
}

function list({ ordered, items }: Tokens.List, depth: number): ReactNode {
  const shown = keyed(items, ({ tokens }) => <li>{itemParts(tokens, depth + 1)}</li>)
  return ordered ? <ol>{shown}</ol> : <ul>{shown}</ul>
}

/** A short item is a line, not a paragraph. */
function itemParts(tokens: readonly Token[], depth: number): ReactNode[] {
  return keyed(tokens, (token) =>
    token.type === 'text' && depth <= deepest && 'tokens' in token && token.tokens
      ? inline(token.tokens, depth)
      : block(token, depth),
  )
}

function table({ header, rows }: Tokens.Table, depth: number): ReactNode {
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {keyed(header, ({ tokens }) => (
              <th scope="col">{inline(tokens, depth + 1)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keyed(rows, (row) => (
            <tr>
              {keyed(row, ({ tokens }) => (
                <td>{inline(tokens, depth + 1)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inline(tokens: readonly Token[], depth: number): ReactNode[] {
  return keyed(tokens, (token) => piece(token, depth))
}

function piece(token: Token, depth: number): ReactNode {
  if (depth > deepest) return token.raw
  const within = () => ('tokens' in token && token.tokens ? inline(token.tokens, depth + 1) : textOf(token))
  switch (token.type) {
    case 'strong':
      return <strong>{within()}</strong>
    case 'em':
      return <em>{within()}</em>
    case 'del':
      return <del>{within()}</del>
    case 'codespan':
      return <code>{textOf(token)}</code>
    case 'br':
      return <br />
    case 'link':
      return link(token as Tokens.Link, within())
    case 'html':
      return token.raw
    default:
      return within()
  }
}

function link({ href }: Tokens.Link, content: ReactNode): ReactNode {
  const address = URL.parse(href)
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '') return content
  return (
    <a href={address.href} target="_blank" rel="noreferrer">
      {content}
    </a>
  )
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw
}
