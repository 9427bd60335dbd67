/** What the desktop asks about a newer version of itself. */
export const updates = {
  title: 'Update',
  available: (version: string) => `Atelier ${version} is available.`,
  asked: (current: string) =>
    `This is ${current}. It is downloaded only if you choose so, checked, and installed once you restart or quit. Running jobs go on at the service.`,
  download: 'Download',
  notNow: 'Not now',
  ready: (version: string) => `Atelier ${version} is ready.`,
  readyDetail: 'Restart now, or keep working: it is installed when you quit.',
  restart: 'Restart now',
  later: 'When I quit',
  failed: (message: string) => `The update could not be downloaded, and nothing was changed: ${message}`,
}
