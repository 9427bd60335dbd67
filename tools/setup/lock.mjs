import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { say } from './say.mjs'

const lockFile = '.cache/setup.lock'
const pollMilliseconds = 200

/**
 * Runs the work while no other set-up of this clone runs. Waits for one that does; takes over the lock of one that
 * died.
 * @param {string} root
 * @param {() => void} work
 */
export function withLock(root, work) {
  const path = join(root, lockFile)
  mkdirSync(dirname(path), { recursive: true })
  takeLock(path)
  try {
    work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function takeLock(path) {
  let said = false
  while (!tryLock(path)) {
    const holder = readHolder(path)
    if (holder !== null && !isAlive(holder)) dropDeadLock(path, holder)
    else {
      if (!said) say('Another set-up of this folder is running; waiting for it…')
      said = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMilliseconds)
    }
  }
}

/** @param {string} path */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The process that holds the lock; null while it is being written or is gone. @param {string} path */
function readHolder(path) {
  try {
    const holder = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(holder) && holder > 0 ? holder : null
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Moves the lock aside first, so that only one of several waiting set-ups removes it. */
function dropDeadLock(path, holder) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (readHolder(aside) === holder) rmSync(aside, { force: true })
  else renameSync(aside, path)
}
