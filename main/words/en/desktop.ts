/** By the way out of a library that can’t be used. */
const ways = {
  restore: 'Restore the backup',
  keep: 'Keep the library as it is',
  rebuild: 'Rebuild from the files',
  new: 'Start a new library',
} as const

type Way = keyof typeof ways

const count = (number: number, one: string, many: string) => (number === 1 ? one : many)

/** What the desktop says outside its page: system dialogs, menus and notifications. */
export const desktop = {
  cannotStart: 'Atelier can’t start',
  /** An error that nothing expected, which ends Atelier. */
  unexpected: {
    title: 'Atelier',
    message: 'Atelier has to close: something unexpected happened',
    detail: (error: string) =>
      `Nothing is sent any more. Jobs at the service continue and are charged as usual; their results are downloaded, and waiting runs are sent, when Atelier is open again.\n\n${error}`,
    choices: { reopen: 'Open again', quit: 'Quit' },
  },
  way: (way: Way) => ways[way],
  wayEffect: (way: Way, effect: string) => `${ways[way]}: ${effect}.`,
  quit: 'Quit',
  folderUnwritable: (folder: string, systemWords: string) =>
    `The data folder ${folder} can’t be written (${systemWords}). Nothing was sent.`,
  storageTrouble: (sentence: string, systemWords: string) => `${sentence} (${systemWords}) Nothing was sent.`,
  /** An agent waits for the person’s yes. */
  asks: (agent: string, model: string, runs: number) =>
    `${agent} asks to run ${model}${runs === 1 ? '' : ` ${runs} times`}`,
  /** By the status with which a job ended; any other status is no end to announce. */
  ended: {
    completed: (model: string) => `${model}: done`,
    failed: (model: string) => `${model}: failed, not billed`,
    cancelled: (model: string) => `${model}: canceled, not billed`,
  },
  /** The buttons of a notification. */
  notificationActions: { show: 'Show', reveal: 'Show in folder', answer: 'Answer' },
  unseen: (ended: number) => `${ended} ${count(ended, 'run', 'runs')} ended`,
  trayOpen: 'Open Atelier',
  trayState(running: number, waiting: number) {
    if (running + waiting === 0) return 'Nothing is running'
    const parts = [running > 0 && `${running} running`, waiting > 0 && `${waiting} waiting`]
    return parts.filter((part) => part !== false).join(', ')
  },
  /** Asked when Atelier is to end while runs are under way. */
  quitting: {
    title: 'Quit Atelier?',
    message: (running: number, waiting: number) =>
      `${running + waiting} ${count(running + waiting, 'run is', 'runs are')} under way. Quit all the same?`,
    running: (jobs: number) =>
      `${jobs} ${count(jobs, 'job continues', 'jobs continue')} at the service and ${count(jobs, 'is', 'are')} charged as usual. The results are downloaded when Atelier is next open.`,
    inSandbox: (jobs: number) =>
      `${jobs} ${count(jobs, 'job is', 'jobs are')} in the sandbox, which ends with Atelier and costs no real money. ${count(jobs, 'It continues', 'They continue')} when Atelier is next open.`,
    waiting: (runs: number) =>
      `${runs} ${count(runs, 'run waits', 'runs wait')} on this machine. ${count(runs, 'It is', 'They are')} not sent, and nothing is charged, until Atelier is next open.`,
    background:
      'Or close only the window: Atelier then continues without it. Start Atelier again to get the window back.',
    choices: { quit: 'Quit', background: 'Close the window only', stay: 'Cancel' },
  },
  menu: {
    product: 'Atelier',
    about: 'About Atelier',
    services: 'Services',
    hide: 'Hide Atelier',
    hideOthers: 'Hide others',
    showAll: 'Show all',
    quit: 'Quit Atelier',
    file: 'File',
    closeWindow: 'Close window',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    view: 'View',
    actualSize: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Full screen',
    window: 'Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
  },
}
