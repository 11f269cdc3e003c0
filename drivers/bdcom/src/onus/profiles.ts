import { implement, readTable, table, text, type Implementation } from '@linecard/driver-kit'
import { noProfiles, ponProfiles } from '@linecard/driver-kit/modules'
import { bdcom } from '../columns.ts'
import { vlanProfiles } from './uni.ts'

/** Profiles of NMS-GPON-MIB by number. */
const tconts = table({ name: text(`${bdcom}.10.6.2.1.2`) })
const flows = table({ name: text(`${bdcom}.10.6.6.1.3`) })
const uniPorts = table({ name: text(`${bdcom}.10.6.8.1.2`) })

/** A flow mapping has several rows, `<profile>.<number>`, of one name. */
const named = (rows: ReadonlyMap<string, { name: string | null }>) => {
  const found = new Map<string, { id: number | null; name: string }>()
  for (const [index, { name }] of rows) {
    const id = Number(index.split('.')[0])
    if (name !== null) found.set(`${id} ${name}`, { id, name })
  }
  return [...found.values()]
}

/** pon_profiles of a GPON OLT. */
export const gponProfiles = (): Implementation =>
  implement(ponProfiles, async session => ({
    ...noProfiles,
    tcont: named(await readTable(session, tconts)),
    vlan: [...(await readTable(session, vlanProfiles))].flatMap(([index, { name, mode, pvid, trunk }]) =>
      name === null ? [] : [{ id: Number(index), name, mode, pvid, trunk_vlans: trunk }],
    ),
    flow: named(await readTable(session, flows)),
    uniport: named(await readTable(session, uniPorts)),
  }))
