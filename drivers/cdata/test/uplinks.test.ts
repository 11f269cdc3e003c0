import { isUnder, type Varbind } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { interfacesList, ponOntsMacAddr, ponOntsSerial } from '@linecard/driver-kit/modules'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import { readFolders, replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const folders = await readFolders(new URL('../recordings/', import.meta.url))
const { models } = buildIndex([driver])
const test = suite('driver cdata: a device with other uplinks than its model')

const ifTables = ['1.3.6.1.2.1.2.2.1', '1.3.6.1.2.1.31.1.1.1']
/** 0x01000000 + number of the port × 256 + ONU. */
const isPacked = (part: number) => part >= 2 ** 24 + 256 && part < 2 ** 24 + 2 ** 16

/** The same device with more or fewer uplinks: all later ports and their ONUs have other numbers. */
function withUplinks(recording: Recording, more: number): Recording {
  const moved = [...recording].flatMap((cell): Varbind[] => {
    const parts = cell.oid.split('.').map(Number)
    if (ifTables.some(table => isUnder(cell.oid, table))) {
      const ifIndex = parts.pop()! + more
      return ifIndex < 1 ? [] : [{ ...cell, oid: [...parts, ifIndex].join('.') }]
    }
    const oid = parts.map(part => (isPacked(part) ? part + more * 256 : part)).join('.')
    return [{ ...cell, oid }]
  })
  return recordingOf(moved)
}

for (const { name, folder } of folders) {
  if (folder instanceof Error || !/fd1208s|fd1608\//.test(name)) continue
  const known = models.get(folder.device.model)!
  const onusOf = async (recording: Recording) => {
    const session = replaySession(recording, known)
    const serials = await session.call(ponOntsSerial, {})
    const macs = await session.call(ponOntsMacAddr, {})
    return {
      onus: [
        ...serials.map(row => `${row.serial} ${row.interface.name}`),
        ...macs.map(row => `${row.mac_address} ${row.interface.name}`),
      ],
      pons: (await session.call(interfacesList, { type: 'PON' })).map(one => one.name),
    }
  }
  for (const more of [-1, 1, 2])
    test(`${name}: ${more} uplinks more: every PON port and ONU keeps the name that the agent gives it`, async () => {
      const real = await onusOf(folder.recording)
      assert.is(real.onus.length >= 3, true)
      assert.equal(await onusOf(withUplinks(folder.recording, more)), real)
    })
}
