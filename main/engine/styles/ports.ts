import type { AccountReach } from '../service/accounts.ts'

/** A style in the library; times in milliseconds since the epoch. */
export interface StoredStyle {
  readonly account: string
  readonly styleId: string
  /** The person's name for it, else the service's. */
  readonly name: string
  readonly note: string
  /** A file of the library that the person chose. */
  readonly previewFileId: string | null
  /** The service lists an image of it. */
  readonly hasListedPreview: boolean
  readonly isAdded: boolean
  readonly isListed: boolean
  readonly metAt: number
  readonly runs: number
  readonly recipes: number
  /** The last of its runs with an image or a video in the library. */
  readonly lastRunId: string | null
  readonly shared: SharedWith | null
  readonly shareDoubtAt: number | null
}

export interface SharedWith {
  readonly workspaceId: string
  readonly workspaceName: string
  readonly at: number
}

export interface StyleQuery {
  readonly account: string
  readonly search?: string | undefined
  /** An unknown cursor starts at the beginning. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** A style as somebody names it. */
export interface NamedStyle {
  readonly styleId: string
  readonly name: string
  readonly note: string
  /** Of a listing: where it says that an image of the style is. */
  readonly previewUrl?: string | null
}

/** `hand`: the person adds it; `recipe`: it is in a recipe that was saved; `listing`: the service lists it. */
export type Sighting = 'hand' | 'recipe' | 'listing'

export interface StyleStanding {
  readonly isRemoved: boolean
  readonly shareDoubtAt: number | null
}

/** The library's styles, each in one account. Every write is durable when the call returns. */
export interface StyleStore {
  /** Without removed ones, the last used first. */
  list(query: StyleQuery): {
    readonly styles: readonly StoredStyle[]
    readonly nextCursor: string | null
    readonly total: number
  }
  /** The address of the image that the service lists; null where it lists none, and for an unknown or removed style. */
  listedPreview(account: string, styleId: string): string | null
  /** Removed and unknown ones are absent. */
  find(account: string, styleIds: readonly string[]): readonly StoredStyle[]
  /** What a share must be able to put back; null for an unknown style, but not for a removed one. */
  standing(account: string, styleId: string): StyleStanding | null
  /**
   * Makes styles known; returns how many are new. A listing gives a name only where the person gave none, and does not
   * bring back what they removed; the others do.
   */
  meet(account: string, styles: readonly NamedStyle[], by: Sighting, at: number): number
  /** Does nothing for an unknown one. */
  change(
    account: string,
    styleId: string,
    change: { readonly name?: string; readonly note?: string; readonly previewFileId?: string | null },
  ): void
  /** Hides it, or shows it again as it was; returns whether there is such a style. */
  setRemoved(account: string, styleId: string, isRemoved: boolean): boolean
  /** Forgets it altogether. */
  erase(account: string, styleId: string): void
  /** The request to share it is about to be sent; from then on its outcome is in doubt. Null: there is no doubt. */
  doubtShare(account: string, styleId: string, at: number | null): void
  /** Ends the doubt; with `shared`, that is kept. */
  settleShare(account: string, styleId: string, shared: SharedWith | null): void
}

/** Reads an image of a style over HTTP. */
export interface PreviewFetcher {
  /** The body, within the reach of the style's account; null where there is none, or it is too large. Never throws. */
  fetch(request: {
    readonly url: string
    readonly reach: AccountReach
    readonly mostBytes: number
  }): Promise<Uint8Array<ArrayBuffer> | null>
}
