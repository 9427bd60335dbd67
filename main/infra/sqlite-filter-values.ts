import { foldName } from '../../shared/library/fold-name.ts'
import { sandboxAccountId } from '../../shared/settings/account.ts'
import type { FilterValues } from '../engine/library/ports.ts'
import { type FilterNamesDeps, stylesIn } from './filter-names.ts'
import { modelsIn } from './sqlite-library-search.ts'

type Value = ReturnType<FilterValues['list']>[number]

/** Contact sheets are looked for among so many of the newest entries. */
const mostEntries = 5_000

/** What the terms of a filter can be in this library. */
export function createSqliteFilterValues({ database, labelOf, accounts }: FilterNamesDeps): FilterValues {
  const lists: Readonly<
    Record<Parameters<FilterValues['list']>[0], (text: string, limit: number) => Value[]>
  > = {
    model: (text) =>
      holding(
        text,
        modelsIn(database).map((id) => ({ value: id, label: labelOf(id) })),
      ),
    account: (text) => holding(text, accountsIn()),
    collection: (text, limit) =>
      named('SELECT name FROM collections WHERE deleted_at IS NULL', 'changed_at DESC', text, limit),
    tag: (text, limit) => named('SELECT name FROM tags WHERE true', 'folded_name', text, limit),
    style: (text) => {
      const known = stylesIn(database).filter(({ name }) => name !== '')
      return holding(
        text,
        [...new Set(known.map(({ name }) => name))].map((name) => ({ value: name, label: name })),
      )
    },
    sheet: (text) => holding(text, sheetsIn(text)),
  }

  /** Those that files came from, by their names where only one has that. */
  function accountsIn(): Value[] {
    const known = [{ id: sandboxAccountId, name: '' }, ...accounts()]
    const isUsed = database.prepare('SELECT 1 FROM file_facets WHERE account = ? LIMIT 1')
    return known
      .filter(({ id }) => isUsed.get(id) !== undefined)
      .map(({ id, name }) => {
        const hasOwnName = known.filter((one) => foldName(one.name) === foldName(name)).length === 1
        return { value: name !== '' && hasOwnName ? name : id, label: name === '' ? id : name }
      })
  }

  function named(select: string, order: string, text: string, limit: number): Value[] {
    return database
      .prepare(
        `${select} AND instr(folded_name, ?1) > 0 ORDER BY instr(folded_name, ?1) > 1, ${order} LIMIT ?2`,
      )
      .all(foldName(text), limit)
      .map((row) => ({ value: String(row.name), label: String(row.name) }))
  }

  /** By the prompt that was written for it, else that of its first run. */
  function sheetsIn(text: string): Value[] {
    const named = `SELECT asked.sheet_id, coalesce(written_prompts.prompt, files.prompt) AS prompt`
    const byPrompt = `CROSS JOIN files ON files.seq = (SELECT seq FROM file_facets INDEXED BY facets_sheet
        WHERE sheet_id = asked.sheet_id ORDER BY run_seq, seq LIMIT 1)
      LEFT JOIN written_prompts ON written_prompts.batch_id = asked.sheet_id`
    const itself = database.prepare(`${named} FROM (SELECT ?1 AS sheet_id) AS asked ${byPrompt}`).all(text)
    const rows =
      itself.length > 0
        ? itself
        : database
            .prepare(
              `${named} FROM (SELECT seq, sheet_id FROM file_facets INDEXED BY facets_front
                 WHERE trashed_at IS NULL AND is_behind = 0 ORDER BY seq DESC LIMIT ?) AS asked ${byPrompt}
               WHERE asked.sheet_id IS NOT NULL`,
            )
            .all(mostEntries)
    return rows.map((row) => ({ value: String(row.sheet_id), label: String(row.prompt) }))
  }

  return { list: (name, text, limit) => lists[name](text, limit).slice(0, limit) }
}

/** Those that hold a text, in their order, those that begin with it first. */
function holding(text: string, values: readonly Value[]): Value[] {
  const asked = foldName(text)
  const at = ({ value, label }: Value) => {
    const places = [foldName(label).indexOf(asked), foldName(value).indexOf(asked)].filter(
      (place) => place >= 0,
    )
    return places.length === 0 ? null : Math.min(...places)
  }
  const found = values.flatMap((value) => {
    const place = at(value)
    return place === null ? [] : [{ value, place }]
  })
  return found.toSorted((a, b) => Number(a.place > 0) - Number(b.place > 0)).map(({ value }) => value)
}
