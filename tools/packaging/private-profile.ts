/** The environment of a packed program that is tried: everything it writes goes to `home`, and none of our switches apply. */
export function privateProfile(home: string): Record<string, string> {
  return {
    ...withoutSwitches(),
    HOME: home,
    APPDATA: home,
    LOCALAPPDATA: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
  }
}

/** What programs are started with, without what would change Electron or Atelier. */
export function withoutSwitches(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !/^(ATELIER|ELECTRON)_/.test(name))
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
