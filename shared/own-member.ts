/** The own member of this name; undefined where there is none. A field may be called `toString` or `constructor`. */
export function ownMember<Value>(members: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}
