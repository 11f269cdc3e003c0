import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import snmp from 'net-snmp'

/** Files of a folder, and octets of one, that are read. */
const [mostFiles, mostOctets] = [1000, 4 * 1024 * 1024]
const shipped = [
  'RFC1155-SMI',
  'RFC1158-MIB',
  'RFC-1212',
  'RFC1213-MIB',
  'RFC-1215',
  'SNMPv2-SMI',
  'SNMPv2-CONF',
  'SNMPv2-TC',
  'SNMPv2-MIB',
  'IANAifType-MIB',
  'IF-MIB',
]

/** Names of objects by their OIDs. */
export interface Names {
  /** `ifIndex.3`: the longest known beginning and the rest. Null: not even an enterprise is known. */
  of(oid: string): string | null
  modules: number
  problems: string[]
}

/** Nodes above the enterprises say nothing about an object. */
const leastIds = 8

interface Entry {
  OID?: string
  ObjectName?: string
}

/**
 * Reads the MIBs that come with net-snmp, and those of a folder, each by itself: one that cannot be read is
 * told and leaves the others alone.
 */
export function readNames(folder: string): Names {
  const problems: string[] = []
  const store = snmp.createModuleStore({ baseModules: shipped })
  for (const file of filesOf(folder, problems))
    try {
      store.loadFromFile(file)
    } catch (error) {
      problems.push(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  const byOid = new Map<string, string>()
  const modules = Object.values(store.getModules(true)) as Record<string, Entry>[]
  for (const module of modules)
    for (const { OID: oid, ObjectName: name } of Object.values(module))
      if (typeof oid === 'string' && typeof name === 'string') byOid.set(oid.replace(/^\./, ''), name)
  return { of: oid => nameIn(byOid, oid), modules: modules.length, problems: problems.slice(0, 50) }
}

function nameIn(byOid: ReadonlyMap<string, string>, oid: string): string | null {
  let end = oid.length
  for (let ids = oid.split('.').length; ids >= leastIds; ids--) {
    const name = byOid.get(oid.slice(0, end))
    if (name !== undefined) return name + oid.slice(end)
    end = oid.lastIndexOf('.', end - 1)
  }
  return null
}

function filesOf(folder: string, problems: string[]): string[] {
  if (folder === '') return []
  try {
    const files = readdirSync(folder)
      .toSorted()
      .filter(name => !name.startsWith('.'))
      .map(name => join(folder, name))
      // No links: a folder that others may write must not lead elsewhere.
      .filter(file => {
        const found = lstatSync(file)
        return found.isFile() && found.size <= mostOctets
      })
    if (files.length > mostFiles) problems.push(`only ${mostFiles} of ${files.length} files are read`)
    return files.slice(0, mostFiles)
  } catch (error) {
    problems.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}
