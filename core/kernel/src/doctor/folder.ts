import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, warn, type Finding } from '@linecard/plugin-kit/doctor'
import { dataFolderMode } from '../data-folder.ts'
import { StartError } from '../start-error.ts'
import { assertMayWrite, nearest } from '../vault/writable.ts'

const gigabyte = 2 ** 30
/** Below the first the service will soon stop, below the second somebody should look, in octets. */
const leastFree = { fail: gigabyte / 2, warn: 5 * gigabyte }

/** Whether the free octets of the data folder suffice for a while. */
export function spaceFinding(free: number, folder: string): Finding {
  const found = `${(free / gigabyte).toFixed(1)} GiB free at ${folder}`
  const advice = 'make room, or move the data folder to a larger disk'
  if (free < leastFree.fail) return fail('free space', found, advice)
  return free < leastFree.warn ? warn('free space', found, advice) : ok('free space', found)
}

function modeFindings(dataDir: string, embedded: boolean): Finding[] {
  const { mode, uid } = statSync(dataDir)
  const wanted = dataFolderMode(embedded)
  const shown = (mode & 0o777).toString(8)
  const self = process.getuid?.() ?? uid
  const findings =
    (mode & 0o777 & ~wanted) === 0
      ? [ok('data folder', `${dataDir}, mode ${shown}`)]
      : [
          warn(
            'data folder',
            `${dataDir} is open to other users of this machine (mode ${shown})`,
            `chmod ${wanted.toString(8)} ${dataDir}`,
          ),
        ]
  if (self !== uid)
    findings.push(
      warn(
        'user',
        `this command runs as user ${self}, and the data folder belongs to user ${uid}`,
        'run it as the user of the service, to see what the service sees',
      ),
    )
  return findings
}

/** A key that others can read opens all stored passwords of devices. */
function keyFindings(dataDir: string): Finding[] {
  const file = join(dataDir, 'vault.key')
  if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return []
  return [fail('vault key', `${file} is open to other users of this machine`, `chmod 600 ${file}`)]
}

/** The data folder: whether it is there, who may use it, and what room it has. */
export function lookAtFolder(dataDir: string, embedded: boolean): Finding[] {
  try {
    assertMayWrite(dataDir)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [fail('data folder', error.message, 'chown it to the user of the service, or choose another')]
  }
  const findings = existsSync(dataDir)
    ? [...modeFindings(dataDir, embedded), ...keyFindings(dataDir)]
    : [ok('data folder', `${dataDir} is not there yet: linecard start makes it`)]
  const { bavail, bsize } = statfsSync(nearest(dataDir))
  return [...findings, spaceFinding(bavail * bsize, dataDir)]
}
