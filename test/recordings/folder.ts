import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** A recording of a real device, made by others; see the README beside the recordings. */
export interface Entry { name: string, vendor: string, sysDescr: string | null, sysObjectID: string | null, expected: boolean }

/** A port as the other system derived it from the same recording. A missing member is what it did not know. */
export interface ExpectedPort { ifIndex: number, ifName?: string, ifDescr?: string, ifAlias?: string, ifOperStatus?: string, ifAdminStatus?: string, ifType?: string }

export interface Identity { name: string, vendor: string, sysDescr: string | null, sysObjectID: string | null, hardware: string | null }

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'))

/** Where the recordings lie: `LINECARD_RECORDINGS`, else beside the repository. Null when they are not there. */
export function recordingsFolder(): string | null {
  const folder = resolve(process.env.LINECARD_RECORDINGS ?? '../shared/recordings')
  return existsSync(join(folder, 'index.json')) ? folder : null
}

export const readIndex = (folder: string) => json<Entry[]>(join(folder, 'index.json'))
export const readIdentities = (folder: string) => json<Identity[]>(join(folder, 'detection.json'))
export const recordingPath = (folder: string, name: string) => join(folder, 'snmp', `${name}.snmprec`)

export async function readExpectedPorts(folder: string, { name, expected }: Entry): Promise<ExpectedPort[]> {
  return expected ? (await json<{ ports?: ExpectedPort[] }>(join(folder, 'expected', `${name}.json`))).ports ?? [] : []
}
