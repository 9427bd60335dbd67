/** Pixels. */
const narrowestCard = 184
export const cardGap = 14
/** Of the texts and buttons below a preview. */
const textHeight = 110
const previewRatio = 4 / 3

export interface CardLayout {
  readonly columns: number
  readonly cardWidth: number
  /** A card with the gap below it. */
  readonly rowHeight: number
}

/** As many cards in a row as fit, all of one size. */
export function layoutCards(width: number): CardLayout {
  const columns = Math.max(1, Math.floor((width + cardGap) / (narrowestCard + cardGap)))
  const cardWidth = Math.max(0, Math.floor((width - cardGap * (columns - 1)) / columns))
  return { columns, cardWidth, rowHeight: Math.round(cardWidth / previewRatio) + textHeight + cardGap }
}
