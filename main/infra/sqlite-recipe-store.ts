import { z } from 'zod'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { isRecord } from '../../shared/json-schema/schema-node.ts'
import type { RecipeStore, StoredRecipe } from '../engine/recipes/ports.ts'
import { fullTextQuery } from './full-text-query.ts'
import type { Database } from './sqlite-database.ts'
import { forgetRecipeStyles, noteRecipeStyles } from './sqlite-style-traces.ts'
import { readKeptJson, type UnreadableRows, unnotedRows } from './unreadable-rows.ts'

interface Row {
  readonly seq: number
  readonly recipe_id: string
  readonly name: string
  readonly model_id: string
  readonly values_json: string
  readonly is_pinned: number
  readonly touched_at: number
}

const cursorSchema = z.tuple([z.int(), z.int(), z.int()])

/** The recipes in SQLite, with names and prompts searched by FTS5. */
export function createSqliteRecipeStore(
  database: Database,
  unreadable: UnreadableRows = unnotedRows,
): RecipeStore {
  function rows(where: string, ...values: (string | number)[]): Row[] {
    return database.prepare(`SELECT * FROM recipes WHERE ${where}`).all(...values) as unknown as Row[]
  }

  function one(recipeId: string): Row | undefined {
    return rows('recipe_id = ?', recipeId)[0]
  }

  /** No recipe for an unreadable row: it costs only itself. */
  function read(row: Row): StoredRecipe[] {
    const recipe = toRecipe(row)
    if (!recipe) unreadable.note(`The recipe ${row.recipe_id}`)
    return recipe ? [recipe] : []
  }

  function erase({ seq }: Row): void {
    database.prepare('DELETE FROM recipe_search WHERE rowid = ?').run(seq)
    database.prepare('DELETE FROM recipes WHERE seq = ?').run(seq)
    forgetRecipeStyles(database, seq)
  }

  function write({ recipeId, name, modelId, values, isPinned, touchedAt }: StoredRecipe): void {
    const known = one(recipeId)
    if (known) erase(known)
    const { lastInsertRowid } = database
      .prepare(
        `INSERT INTO recipes (recipe_id, name, model_id, values_json, is_pinned, touched_at) VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(recipeId, name, modelId, JSON.stringify(values), isPinned ? 1 : 0, touchedAt)
    const prompt = typeof values.prompt === 'string' ? values.prompt : ''
    database
      .prepare('INSERT INTO recipe_search (rowid, name, prompt) VALUES (?, ?, ?)')
      .run(lastInsertRowid, name, prompt)
    noteRecipeStyles(database, values, Number(lastInsertRowid))
  }

  return {
    list({ search, cursor, limit }) {
      const after = readCursor(cursor)
      const match = fullTextQuery(search ?? '')
      const found = rows(
        `${after ? '(is_pinned, touched_at, seq) < (?, ?, ?)' : 'true'}
         ${match === null ? '' : 'AND seq IN (SELECT rowid FROM recipe_search WHERE recipe_search MATCH ?)'}
         ORDER BY is_pinned DESC, touched_at DESC, seq DESC LIMIT ?`,
        ...(after ?? []),
        ...(match === null ? [] : [match]),
        limit + 1,
      )
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const nextCursor =
        last && found.length > limit ? JSON.stringify([last.is_pinned, last.touched_at, last.seq]) : null
      return { recipes: page.flatMap(read), nextCursor }
    },
    get(recipeId) {
      const row = one(recipeId)
      return (row && read(row)[0]) ?? null
    },
    put: (recipes) =>
      database.transaction(() => {
        for (const recipe of recipes) write(recipe)
      }),
    remove: (recipeIds) =>
      database.transaction(() => {
        for (const recipeId of recipeIds) {
          const known = one(recipeId)
          if (known) erase(known)
        }
      }),
    has: ({ name, modelId, values }) =>
      rows('name = ? AND model_id = ? AND values_json = ?', name, modelId, JSON.stringify(values)).length > 0,
    *all() {
      const statement = database.prepare('SELECT * FROM recipes ORDER BY seq')
      for (const row of statement.iterate()) yield* read(row as unknown as Row)
    },
  }
}

function readCursor(cursor: string | undefined): readonly number[] | null {
  return cursorSchema.safeParse(parseBoundedJson(cursor ?? '')).data ?? null
}

function toRecipe(row: Row): StoredRecipe | null {
  const values = readKeptJson(row.values_json)
  const touched = new Date(row.touched_at)
  if (!isRecord(values) || Number.isNaN(touched.getTime())) return null
  return {
    recipeId: row.recipe_id,
    name: row.name,
    modelId: row.model_id,
    values,
    isPinned: row.is_pinned === 1,
    touchedAt: row.touched_at,
  }
}
