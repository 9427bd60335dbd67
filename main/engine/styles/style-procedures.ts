import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import type { FileView, LibraryItem } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { segmentOfStyle } from '../../../shared/styles/style-id.ts'
import { stylesIn } from '../../../shared/styles/styles-in-values.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Clock, Log } from '../ports.ts'
import type { Connection } from '../service/connection.ts'
import type { StyleService } from '../service/ports.ts'
import type { StoredStyle, StyleStore } from './ports.ts'
import { createShareStyle } from './share-style.ts'
import { walkStyles } from './style-listing.ts'

/** The part of a connection that styles need. */
type StyleConnection = Pick<Connection, 'serviceId' | 'key'> & { readonly client: StyleService }

export interface StyleProceduresDeps {
  readonly clock: Clock
  readonly log: Log
  readonly styles: StyleStore
  readonly files: {
    filesOf(submissionIds: readonly string[]): ReadonlyMap<string, readonly FileView[]>
    item(fileId: string): LibraryItem | null
  }
  readonly connection: { current(): StyleConnection | null; settled(): Promise<StyleConnection | null> }
  /** What an account is called, by its id. */
  nameOf(account: string): Promise<string>
  /** The account that is connected, or is to be. */
  account(): string
  onChanged(): void
}

/** The procedures for styles. */
export function createStyleProcedures(deps: StyleProceduresDeps) {
  const { clock, log, styles, files, connection, onChanged } = deps
  const accountOf = ({ account }: { readonly account?: string | undefined }) => account ?? deps.account()
  const { nameOf } = deps
  const share = createShareStyle({ clock, log, styles, connection, nameOf, onChanged })

  function views(stored: readonly StoredStyle[]): StyleView[] {
    const filesOf = files.filesOf(stored.flatMap(({ lastRunId }) => lastRunId ?? []))
    return stored.map((style) => toView(style, previewOf(style, filesOf)))
  }

  /** The chosen image while it is in the library, else the last that was made with it (STYLE6). */
  function previewOf(
    { previewFileId, lastRunId }: StoredStyle,
    filesOf: ReadonlyMap<string, readonly FileView[]>,
  ): { readonly file: FileView | null; readonly isChosen: boolean } {
    const chosen = previewFileId === null ? null : files.item(previewFileId)
    if (chosen?.state === 'saved' && chosen.failure === null) return { file: toFile(chosen), isChosen: true }
    const made = filesOf.get(lastRunId ?? '') ?? []
    const file = made.find(({ state, kind }) => state === 'saved' && kind !== 'audio') ?? null
    return { file, isChosen: false }
  }

  function one(account: string, styleId: string): BridgeResult<StyleView> {
    const [view] = views(styles.find(account, [styleId]))
    return view ? respond(view) : refuse('not_found', reasonOf('style_unknown'))
  }

  const procedures = {
    'styles.list'(query: ParsedInput<'styles.list'>): BridgeResult<ProcedureOutput<'styles.list'>> {
      const account = accountOf(query)
      const page = styles.list({ ...query, account })
      const current = connection.current()
      return respond({
        account,
        styles: views(page.styles),
        nextCursor: page.nextCursor,
        total: page.total,
        hasListing: current?.serviceId === account && current.client.listsStyles(),
      })
    },
    'styles.find'(query: ParsedInput<'styles.find'>): BridgeResult<ProcedureOutput<'styles.find'>> {
      const account = accountOf(query)
      return respond({ account, styles: views(styles.find(account, [...new Set(query.styleIds)])) })
    },
    'styles.add'(input: ParsedInput<'styles.add'>): BridgeResult<ProcedureOutput<'styles.add'>> {
      const { styleId, name, note } = input
      const account = accountOf(input)
      const added = styles.meet(account, [{ styleId, name, note }], 'hand', clock.now())
      onChanged()
      const view = one(account, styleId)
      return view.ok ? respond({ style: view.value, isNew: added === 1 }) : view
    },
    'styles.change'(input: ParsedInput<'styles.change'>): BridgeResult<StyleView> {
      const { styleId, name, note, previewFileId } = input
      const account = accountOf(input)
      if (previewFileId != null && files.item(previewFileId) === null)
        return refuse('not_found', reasonOf('file_not_in_library'))
      styles.change(account, styleId, {
        ...(name === undefined ? {} : { name }),
        ...(note === undefined ? {} : { note }),
        ...(previewFileId === undefined ? {} : { previewFileId }),
      })
      onChanged()
      return one(account, styleId)
    },
    'styles.remove'(input: ParsedInput<'styles.remove'>): BridgeResult<StyleView> {
      const account = accountOf(input)
      const known = one(account, input.styleId)
      if (!known.ok) return known
      styles.setRemoved(account, input.styleId, true)
      onChanged()
      return known
    },
    'styles.restore'(input: ParsedInput<'styles.restore'>): BridgeResult<StyleView> {
      const account = accountOf(input)
      styles.setRemoved(account, input.styleId, false)
      onChanged()
      return one(account, input.styleId)
    },
    'styles.share': ({ account, styleId }: ParsedInput<'styles.share'>) => share(account ?? null, styleId),
    async 'styles.readListing'(): Promise<BridgeResult<ProcedureOutput<'styles.readListing'>>> {
      const at = await connection.settled()
      if (!at) return refuse('service_unreachable', reasonOf('service_not_reached'))
      const walk = await walkStyles(at.client)
      if (walk.type === 'none') return respond({ read: 0, added: 0, isWhole: true })
      if (walk.type === 'failed') return refuse('service_unreachable', walk.cause)
      if (walk.type === 'refused')
        return refuse('service_refused', { code: 'answer_status', status: walk.status })
      const named = walk.styles.map((style) => ({ ...style, note: '' }))
      const added = styles.meet(at.serviceId, named, 'listing', clock.now())
      if (named.length > 0) onChanged()
      return respond({ read: named.length, added, isWhole: walk.isWhole })
    },
  }

  return {
    procedures,
    /** Recipes with these values were saved. */
    noteRecipes(recipes: readonly { readonly values: Readonly<Record<string, unknown>> }[]): void {
      const ids = new Set(recipes.flatMap(({ values }) => stylesIn(values)))
      if (ids.size === 0) return
      const named = [...ids].map((styleId) => ({ styleId, name: '', note: '' }))
      styles.meet(deps.account(), named, 'recipe', clock.now())
      onChanged()
    },
  }
}

/** Without what only a list of the library shows. */
function toFile({ modelId, modelLabel, prompt, savedAt, sheet, ...file }: LibraryItem): FileView {
  return file
}

function toView(
  style: StoredStyle,
  preview: { readonly file: FileView | null; readonly isChosen: boolean },
): StyleView {
  const { previewFileId, lastRunId, metAt, shared, shareDoubtAt, ...same } = style
  return {
    ...same,
    preview: preview.file,
    isPreviewChosen: preview.isChosen,
    metAt: isoOf(metAt),
    shared: shared && { ...shared, at: isoOf(shared.at) },
    shareDoubtAt: shareDoubtAt === null ? null : isoOf(shareDoubtAt),
    canShare: segmentOfStyle(style.styleId) !== null,
  }
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
