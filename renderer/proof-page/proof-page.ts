import type { ProofData, ProofFile } from '../../shared/library/proof.ts'

// The script of a proof page, which a client opens from a folder. It is written into the page as it stands here, without
// its types: it imports nothing but types, and runs in any browser of today.

interface Answer {
  flag: 'pick' | 'reject' | 'none'
  rating: number
  comment: string
}

const data: ProofData = JSON.parse(document.getElementById('proof')?.textContent ?? '{}')
const { files, words } = data
const place = `atelier-proof-${data.proofId}`
const mostStars = 5
const saved = readSaved()
const answers = new Map<string, Answer>(files.map(({ id }) => [id, cleaned(saved.answers[id])]))
let reviewer = saved.reviewer
/** Whether something was marked since the last reply, where this browser keeps nothing. */
let isUnsaved = false
let canKeep = true
let current = 0
/** What is, or was last, shown large. */
let opened = 0
let shown = 'all'

const grid = find('.grid')
const large = find('dialog') as HTMLDialogElement
const stage = find('.stage')
const largeControls = find('.controls')
const summary = find('.summary')
const state = find('.state')
const cards = files.map(makeCard)

grid.append(...cards)
const empty = make('p', { className: 'intro', textContent: words.nothingShown, hidden: true })
grid.after(empty)
fillBars()
tryToKeep(() => localStorage.setItem(`${place}-opened`, ''))
refresh()

function find(selector: string): HTMLElement {
  return document.querySelector(selector) as HTMLElement
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}

function emptyAnswer(): Answer {
  return { flag: 'none', rating: 0, comment: '' }
}

/** Any page that is opened from a folder may have written there. */
function cleaned(answer: Partial<Answer> | undefined): Answer {
  const { flag: own, rating, comment } = answer ?? {}
  return {
    flag: own === 'pick' || own === 'reject' ? own : 'none',
    rating: Number.isInteger(rating) ? Math.max(0, Math.min(mostStars, Number(rating))) : 0,
    comment: String(comment ?? '').slice(0, 2000),
  }
}

function answerOf(index: number): Answer {
  return answers.get(files[index]?.id ?? '') ?? emptyAnswer()
}

/** What this browser has kept; nothing where it keeps none, as some do for files. */
function readSaved(): { reviewer: string; answers: Record<string, Answer> } {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}')
    return { reviewer: String(kept.reviewer ?? ''), answers: { ...kept.answers } }
  } catch {
    return { reviewer: '', answers: {} }
  }
}

/** What opens the page writes no answers: what the page before it wrote last may still be on its way. */
function keep(): void {
  const kept = JSON.stringify({ reviewer, answers: Object.fromEntries(answers) })
  tryToKeep(() => localStorage.setItem(place, kept))
}

function tryToKeep(write: () => void): void {
  try {
    write()
  } catch {
    canKeep = false
  }
  state.textContent = canKeep ? words.kept : words.notKept
}

/** What the same page in another tab, or this one before it was opened again, has kept. */
function takeKept(): void {
  const kept = readSaved()
  for (const { id } of files) answers.set(id, cleaned(kept.answers[id]))
  reviewer = kept.reviewer
  const name = find('#name') as HTMLInputElement
  name.value = reviewer
  refresh()
}

function change(index: number, part: Partial<Answer>): void {
  Object.assign(answerOf(index), part)
  isUnsaved = true
  keep()
  refresh()
}

/** Again by the same key or button, the flag is removed. */
function flag(index: number, value: 'pick' | 'reject'): void {
  change(index, { flag: answerOf(index).flag === value ? 'none' : value })
}

function nameOf(file: ProofFile): string {
  return `${file.number}`
}

function makeCard(file: ProofFile, index: number): HTMLElement {
  const card = make('article', { tabIndex: 0, ariaLabel: nameOf(file) })
  const open = make('button', { className: 'open', type: 'button' })
  open.ariaLabel = `${words.open}: ${nameOf(file)}`
  open.addEventListener('click', () => show(index))
  const source = file.thumbnail ?? (file.kind === 'image' ? file.source : null)
  if (source !== null) open.append(make('img', { src: source, alt: '', loading: 'lazy' }))
  if (file.kind !== 'image')
    open.append(make('span', { className: 'mark', textContent: file.kind === 'video' ? '▶' : '♪' }))
  card.append(open, makeControls(index), makeDetails(file))
  card.addEventListener('focusin', () => {
    current = index
  })
  return card
}

/** Of a card, and of the file that is shown large: both show the same. */
function makeControls(index: number): HTMLElement {
  const file = files[index]
  const all = make('div')
  all.dataset.controls = String(index)
  const row = make('div', { className: 'row' })
  const button = (value: 'pick' | 'reject') => {
    const made = make('button', { className: value, type: 'button', textContent: words[value] })
    made.addEventListener('click', () => flag(index, value))
    return made
  }
  const stars = make('div', { className: 'stars', role: 'group', ariaLabel: words.stars })
  for (let count = 1; count <= mostStars; count += 1) {
    const star = make('button', { type: 'button', textContent: '☆' })
    star.ariaLabel = count === 1 ? words.oneStar : words.stars.replace('{n}', String(count))
    star.addEventListener('click', () =>
      change(index, { rating: answerOf(index).rating === count ? 0 : count }),
    )
    stars.append(star)
  }
  stars.ariaLabel = words.stars.replace('{n}', '').trim()
  const number = make('span', { className: 'number', textContent: file ? nameOf(file) : '' })
  row.append(number, button('pick'), button('reject'), stars)
  const comment = make('textarea', { rows: 2, maxLength: 2000, placeholder: words.comment })
  comment.ariaLabel = `${words.comment}: ${file ? nameOf(file) : ''}`
  comment.addEventListener('input', () => change(index, { comment: comment.value }))
  all.append(row, comment)
  return all
}

function makeDetails(file: ProofFile): HTMLElement {
  const list = make('dl', { hidden: file.details.length === 0 })
  for (const { label, text } of file.details)
    list.append(make('dt', { textContent: label }), make('dd', { textContent: text }))
  return list
}

function refreshControls(controls: HTMLElement): void {
  const answer = answerOf(Number(controls.dataset.controls))
  for (const value of ['pick', 'reject'])
    controls.querySelector(`.${value}`)?.setAttribute('aria-pressed', String(answer.flag === value))
  for (const [at, star] of [...controls.querySelectorAll<HTMLElement>('.stars button')].entries()) {
    const isOn = at < answer.rating
    star.textContent = isOn ? '★' : '☆'
    star.toggleAttribute('data-on', isOn)
    star.setAttribute('aria-pressed', String(at + 1 === answer.rating))
  }
  const comment = controls.querySelector('textarea')
  if (comment && comment.value !== answer.comment) comment.value = answer.comment
}

function refresh(): void {
  for (const controls of document.querySelectorAll<HTMLElement>('[data-controls]')) refreshControls(controls)
  const counts = { pick: 0, reject: 0, none: 0 }
  for (const [index, card] of cards.entries()) {
    const { flag: own, rating, comment } = answerOf(index)
    counts[own] += 1
    card.dataset.flag = own
    const isUnmarked = own === 'none' && rating === 0 && comment.trim() === ''
    card.hidden = !(shown === 'all' || shown === own || (shown === 'unmarked' && isUnmarked))
  }
  empty.hidden = cards.some(({ hidden }) => !hidden)
  summary.textContent = words.count
    .replace('{picked}', String(counts.pick))
    .replace('{rejected}', String(counts.reject))
    .replace('{all}', String(files.length))
}

function fillBars(): void {
  const select = find('#show') as HTMLSelectElement
  for (const [value, text] of Object.entries({
    all: words.all,
    pick: words.picked,
    reject: words.rejected,
    unmarked: words.unmarked,
  }))
    select.append(make('option', { value, textContent: text }))
  select.addEventListener('change', () => {
    shown = select.value
    refresh()
  })
  const name = find('#name') as HTMLInputElement
  name.value = reviewer
  name.addEventListener('input', () => {
    reviewer = name.value
    keep()
  })
  find('#download').addEventListener('click', download)
  find('#copy').addEventListener('click', () => void copy())
  find('#previous').addEventListener('click', () => show(neighbor(-1)))
  find('#next').addEventListener('click', () => show(neighbor(1)))
  find('#close').addEventListener('click', () => large.close())
  large.addEventListener('close', () => {
    stage.replaceChildren()
    largeControls.replaceChildren()
    // The browser has put the focus back to where it was opened from.
    cards[opened]?.focus()
  })
}

/** The next card that is seen, or the current one at an end. */
function neighbor(step: number): number {
  for (let at = current + step; at >= 0 && at < cards.length; at += step) if (!cards[at]?.hidden) return at
  return current
}

function show(index: number): void {
  const file = files[index]
  if (!file) return
  current = index
  opened = index
  const { source } = file
  const media =
    file.kind === 'image'
      ? make('img', { src: source, alt: nameOf(file) })
      : make(file.kind, { src: source, controls: true })
  if (media instanceof HTMLVideoElement) Object.assign(media, { loop: true, poster: file.thumbnail ?? '' })
  stage.replaceChildren(media)
  largeControls.replaceChildren(makeControls(index), makeDetails(file))
  refresh()
  if (!large.open) large.showModal()
}

/** How many cards are in a row. */
function columns(): number {
  const seen = cards.filter(({ hidden }) => !hidden)
  const top = seen[0]?.offsetTop
  return Math.max(1, seen.filter(({ offsetTop }) => offsetTop === top).length)
}

function move(step: number): void {
  let next = current
  for (let count = 0; count < Math.abs(step); count += 1) {
    current = next
    next = neighbor(Math.sign(step))
  }
  current = next
  if (large.open) show(current)
  else cards[current]?.focus()
}

document.addEventListener('keydown', (event) => {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
  if (target.matches('input, textarea, select')) {
    if (key === 'Escape' && target.matches('article textarea')) cards[current]?.focus()
    return
  }
  if (target.matches('video, audio') && /^Arrow| $/.test(key)) return
  const card = cards[current]
  const isOnFile = large.open || (target.closest('article') !== null && card !== undefined)
  const moves: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: large.open ? -1 : -columns(),
    ArrowDown: large.open ? 1 : columns(),
  }
  const step = Object.hasOwn(moves, key) ? moves[key] : undefined
  if (step !== undefined && (isOnFile || target === document.body)) move(step)
  else if (!isOnFile) return
  else if (/^[0-5]$/.test(key)) change(current, { rating: Number(key) })
  else if (key === 'p' || key === 'P') flag(current, 'pick')
  else if (key === 'x' || key === 'X') flag(current, 'reject')
  else if (key === 'u' || key === 'U') change(current, { flag: 'none' })
  else if (key === 'c' || key === 'C') (large.open ? largeControls : card)?.querySelector('textarea')?.focus()
  else if (key === 'Enter' && target === card) show(current)
  else return
  event.preventDefault()
})

window.addEventListener('storage', ({ key }) => {
  if (key === place) takeKept()
})

window.addEventListener('beforeunload', (event) => {
  if (isUnsaved && !canKeep) event.preventDefault()
})

function reply(): string {
  const marked = files.flatMap(({ id }) => {
    const { flag: own, rating, comment } = answers.get(id) ?? emptyAnswer()
    const text = comment.trim()
    return own === 'none' && rating === 0 && text === '' ? [] : [{ id, flag: own, rating, comment: text }]
  })
  return JSON.stringify({
    format: 'atelier-proof-reply',
    version: 1,
    proofId: data.proofId,
    title: data.title,
    reviewer: reviewer.trim(),
    at: new Date().toISOString(),
    files: marked,
  })
}

function download(): void {
  const link = make('a', {
    href: URL.createObjectURL(new Blob([reply()], { type: 'application/json' })),
    download: `reply-${data.title.replace(/[^\p{L}\p{N}]+/gu, '-')}.json`,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  isUnsaved = false
  state.textContent = words.downloaded
}

/** For a mail: first what a person reads, then what Atelier does. */
async function copy(): Promise<void> {
  const lines = files.flatMap((file) => {
    const { flag: own, rating, comment } = answers.get(file.id) ?? emptyAnswer()
    const parts = [
      own === 'none' ? '' : own === 'pick' ? words.picked : words.rejected,
      '★'.repeat(rating),
      comment.trim(),
    ].filter((part) => part !== '')
    return parts.length === 0 ? [] : [`${file.number}: ${parts.join(', ')}`]
  })
  const text = [data.title, ...lines, '', reply()].join('\n')
  try {
    await navigator.clipboard.writeText(text)
    isUnsaved = false
    state.textContent = words.copied
  } catch {
    state.textContent = words.copyFailed
  }
}
