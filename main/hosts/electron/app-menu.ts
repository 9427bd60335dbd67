import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { DesktopMenu, MenuKey, menuPlaces } from '../../../shared/bridge/desktop-procedures.ts'
import type { MainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'

type Group = DesktopMenu['groups'][number]
type Place = (typeof menuPlaces)[number]
type Words = MainWords['desktop']['menu']

export interface AppMenuDeps {
  readonly electron: Pick<ElectronModule, 'Menu'>
  readonly platform: NodeJS.Platform
  /** In the language of the settings. */
  words(): Words
  /** An item of the page's was chosen. */
  onChosen(id: string): void
}

/** The application's menu: the system's own items, and between them the page's, in its words (DESK30). */
export function createAppMenu({ electron: { Menu }, platform, words, onChosen }: AppMenuDeps) {
  let shown = ''

  /** Without a page there are only the system's own items. */
  function show(page: DesktopMenu): void {
    const template = menuTemplate({ page, platform, words: words(), onChosen })
    // A menu that is replaced while it is open closes.
    const text = JSON.stringify(template)
    if (text === shown) return
    shown = text
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  return { show }
}

interface TemplateInput {
  readonly page: DesktopMenu
  readonly platform: NodeJS.Platform
  readonly words: Words
  readonly onChosen: (id: string) => void
}

export function menuTemplate({
  page,
  platform,
  words,
  onChosen,
}: TemplateInput): MenuItemConstructorOptions[] {
  const onMac = platform === 'darwin'
  const groupAt = (place: Place): Group | undefined => page.groups.find((group) => group.place === place)
  const itemsOf = (place: Place): MenuItemConstructorOptions[] =>
    groupAt(place)?.items.map((item) => toItem(item, onMac, onChosen)) ?? []
  const own = (place: Place): MenuItemConstructorOptions[] => {
    const group = groupAt(place)
    return group ? [{ label: group.label, submenu: itemsOf(place) }] : []
  }
  const role = (name: NonNullable<MenuItemConstructorOptions['role']>, label: string) => ({
    role: name,
    label,
  })
  const line = { type: 'separator' } as const
  const file = itemsOf('file')
  return [
    ...(onMac
      ? [
          {
            label: words.product,
            submenu: [
              role('about', words.about),
              line,
              role('services', words.services),
              line,
              role('hide', words.hide),
              role('hideOthers', words.hideOthers),
              role('unhide', words.showAll),
              line,
              role('quit', words.quit),
            ],
          },
        ]
      : []),
    {
      label: words.file,
      submenu: [
        ...file,
        ...(file.length > 0 ? [line] : []),
        onMac ? role('close', words.closeWindow) : role('quit', words.quit),
      ],
    },
    {
      label: words.edit,
      submenu: [
        role('undo', words.undo),
        role('redo', words.redo),
        line,
        role('cut', words.cut),
        role('copy', words.copy),
        role('paste', words.paste),
        role('selectAll', words.selectAll),
      ],
    },
    {
      label: words.view,
      submenu: [
        role('resetZoom', words.actualSize),
        role('zoomIn', words.zoomIn),
        role('zoomOut', words.zoomOut),
        line,
        role('togglefullscreen', words.fullScreen),
      ],
    },
    ...own('go'),
    ...own('create'),
    ...own('result'),
    ...own('queue'),
    {
      label: words.window,
      role: 'window',
      submenu: [role('minimize', words.minimize), ...(onMac ? [role('zoom', words.zoom)] : [])],
    },
    ...own('help'),
  ]
}

/**
 * The page handles its own keys, also while a text is written; the menu shows them. Only a Mac takes a key from its menu
 * whatever `registerAccelerator` says, so that a letter alone stands in the label there.
 */
function toItem(
  { id, label, key, isEnabled, isChecked }: Group['items'][number],
  onMac: boolean,
  onChosen: (id: string) => void,
): MenuItemConstructorOptions {
  const accelerator = key && acceleratorOf(key)
  const isInLabel = onMac && key !== null && !key.mod && !key.alt
  return {
    id,
    label: escapeLabel(isInLabel && accelerator ? `${label} (${accelerator})` : label, onMac),
    enabled: isEnabled,
    ...(isChecked !== null && { type: 'checkbox', checked: isChecked }),
    ...(accelerator && !isInLabel && { accelerator, registerAccelerator: false }),
    click: () => onChosen(id),
  }
}

/** Elsewhere `&` marks the letter of a label that opens it. */
function escapeLabel(label: string, onMac: boolean): string {
  return onMac ? label : label.replaceAll('&', '&&')
}

const named: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '+': 'Plus',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
}

const nameOfKey =
  /^(?:[\x21-\x7e]|F\d{1,2}|Space|Plus|Up|Down|Left|Right|Esc|Enter|Delete|Backspace|Tab|Home|End|PageUp|PageDown)$/

/** As Electron writes a key; null for one that it has no name for. */
export function acceleratorOf({ key, mod, alt, shift }: MenuKey): string | null {
  const name = Object.hasOwn(named, key) ? (named[key] ?? key) : key.length === 1 ? key.toUpperCase() : key
  if (!nameOfKey.test(name)) return null
  return [mod && 'CommandOrControl', alt && 'Alt', shift && 'Shift', name].filter(Boolean).join('+')
}

/** What a click with the other button on text offers; the page has menus of its own for everything else (DESK33). */
export function showTextMenu(
  { Menu }: Pick<ElectronModule, 'Menu'>,
  window: BrowserWindow,
  {
    isEditable,
    selectionText,
    editFlags,
  }: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>,
  words: Words,
): void {
  const copy = { role: 'copy', label: words.copy, enabled: editFlags.canCopy } as const
  if (!isEditable && selectionText.trim() === '') return
  const template: MenuItemConstructorOptions[] = isEditable
    ? [
        { role: 'undo', label: words.undo, enabled: editFlags.canUndo },
        { role: 'redo', label: words.redo, enabled: editFlags.canRedo },
        { type: 'separator' },
        { role: 'cut', label: words.cut, enabled: editFlags.canCut },
        copy,
        { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
        { type: 'separator' },
        { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
      ]
    : [copy]
  Menu.buildFromTemplate(template).popup({ window })
}
