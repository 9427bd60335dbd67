import { spawnSync } from 'node:child_process'

/**
 * `sudo node tools/packaging/run-in-group.ts GROUP COMMAND …`: runs a command as the person who called sudo, in a group by
 * its number, for which a rule of macOS's packet filter drops what would leave the machine (pf.conf(5), `group`). Groups of
 * that person which sudo would have to be allowed for are not needed: Node sets the ids itself.
 */
const [group, command, ...given] = process.argv.slice(2)
const uid = Number(process.env.SUDO_UID)
const gid = Number(group)
if (command === undefined || !Number.isInteger(gid) || !Number.isInteger(uid)) {
  process.stderr.write('sudo node tools/packaging/run-in-group.ts GROUP COMMAND …\n')
  process.exitCode = 2
} else {
  const { status, error } = spawnSync(command, given, { uid, gid, stdio: 'inherit' })
  if (error) process.stderr.write(`${error.message}\n`)
  process.exitCode = status ?? 1
}
