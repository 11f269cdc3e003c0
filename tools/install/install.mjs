/**
 * Installs the packages of a folder with a lock. Runs before anything is installed, on the Node that came
 * with the machine: plain JavaScript, no dependencies.
 */
import { spawn } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean, optional?: boolean }}
 *   Entry
 */

/**
 * The packages of a lock by their place in `node_modules`.
 * @param {string} file
 * @returns {[string, Entry][]}
 */
const entriesOf = file =>
  Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) =>
    path.includes('node_modules/'),
  )

/**
 * Whether all packages of the lock are installed in the versions it names. npm writes what it installed to
 * `node_modules/.package-lock.json` as its last step, so that an interrupted installation has no such file.
 * An optional package may be for another system.
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
  let installed
  try {
    installed = new Map(entriesOf(join(folder, 'node_modules/.package-lock.json')))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return false
    throw error
  }
  return entriesOf(join(folder, 'package-lock.json')).every(([path, wanted]) => {
    const found = installed.get(path)
    return found
      ? found.version === wanted.version &&
          found.integrity === wanted.integrity &&
          (!wanted.link || found.resolved === wanted.resolved)
      : wanted.optional === true
  })
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

/**
 * Process ids in a claim: of the one who installs and of its npm, which may outlive it.
 * @param {string} file
 * @returns {number[] | null} null: there is no such file
 */
function claimants(file) {
  try {
    return readFileSync(file, 'utf8').trim().split(' ').map(Number)
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * One process at a time installs in a folder; the others wait for it.
 * @param {string} folder
 * @param {(note: (pid: number) => void) => Promise<void>} work `note` adds a child that must end as well
 */
async function alone(folder, work) {
  const claim = join(folder, '.linecard-install')
  const own = `${claim}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    for (let told = false; ; await sleep(100)) {
      try {
        linkSync(own, claim)
        break
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const pids = claimants(claim)
      if (pids && !pids.some(isAlive)) {
        const left = `${own}.left`
        renameSync(claim, left)
        // Another waiter may have removed the dead claim and made its own in between.
        if (claimants(left)?.some(isAlive)) linkSync(left, claim)
        rmSync(left)
      } else if (pids && !told) {
        told = true
        process.stderr.write(`Waiting for process ${pids[0]}, which installs in ${folder}\n`)
      }
    }
    try {
      await work(pid => writeFileSync(claim, `${process.pid} ${pid}`))
    } finally {
      rmSync(claim, { force: true })
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Without a network npm would wait more than a minute before it says so. */
const retry = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000']

/** Passed on to npm. Without the mark of the end, the next start installs again. */
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * @param {string} folder
 * @param {(pid: number) => void} note
 * @returns {Promise<{ code: number, text: string }>}
 */
function runNpm(folder, note) {
  const { npm_execpath: npm } = process.env
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', ...retry]
  const options = {
    cwd: folder,
    stdio: /** @type {['ignore', 'pipe', 'pipe']} */ (['ignore', 'pipe', 'pipe']),
  }
  const child =
    npm && basename(npm).startsWith('npm')
      ? spawn(process.execPath, [npm, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' })
  if (child.pid) note(child.pid)
  let text = ''
  // What the installed program prints on stdout is read by programs: npm speaks on stderr.
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      text += chunk
      process.stderr.write(chunk)
    })
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    const end = (/** @type {number} */ code) => {
      for (const name of signals) process.off(name, pass)
      resolve({ code, text })
    }
    child.on('close', code => end(code ?? 1))
    child.on('exit', (_, signal) => {
      if (!signal) return
      // A script of a package may outlive npm and hold the pipes.
      child.stdout.destroy()
      child.stderr.destroy()
      end(128 + constants.signals[signal])
    })
  })
}

/**
 * Installs what the lock of the folder names, if it is not installed yet. Says so on stderr.
 * @param {string} folder absolute
 * @throws Error with `exitCode`, and `isOffline` if the registry could not be reached
 */
export async function install(folder) {
  if (isInstalled(folder)) return
  await alone(folder, async note => {
    if (isInstalled(folder)) return
    process.stderr.write(`Installing the packages of ${folder} (npm ci) ...\n`)
    const { code, text } = await runNpm(folder, note)
    if (code === 0) return
    const isOffline =
      /\b(ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ETIMEDOUT|ENOTCACHED)\b/.test(text)
    throw Object.assign(new Error(`npm ci in ${folder} ended with ${code}`), { exitCode: code, isOffline })
  })
}
