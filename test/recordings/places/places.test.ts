import { isComplete, type Varbind } from '@linecard/driver-kit'
import { interfacesList, ponOntsMacAddr, ponOntsSerial } from '@linecard/driver-kit/modules'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import type { Device } from '../mutated/devices.ts'
import { bent, listingOf, ownOlts } from './olts.ts'

const olts = await ownOlts()
const test = suite('an agent that numbers in another way')

/** The port of each ONU, by its serial number or MAC address. */
async function whereabouts({ known, options }: Device, recording: Recording): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const session = replaySession(recording, known, options)
  const all = await session.call(interfacesList, { type: 'ONU' }).catch(() => [])
  const places = new Map(
    all.map(({ id, _frame, _slot, _port }) => [id, `${_frame ?? '-'}/${_slot ?? '-'}/${_port ?? '-'}`]),
  )
  const put = (ident: string | null, { id, name }: { id: number; name: string }) => {
    if (ident) found.set(ident, places.get(id) ?? name)
  }
  if (known.modules.has(ponOntsSerial.name))
    for (const row of await session.call(ponOntsSerial, {}).catch(() => [])) put(row.serial, row.interface)
  if (known.modules.has(ponOntsMacAddr.name))
    for (const row of await session.call(ponOntsMacAddr, {}).catch(() => []))
      put(row.mac_address, row.interface)
  return found
}

const names = /^1\.3\.6\.1\.2\.1\.(?:2\.2\.1\.2|31\.1\.1\.1\.1)\./
/** Numbers of indexes that are packed: others count shelves, slots, ports or ONUs. */
const isPacked = (part: number) => part >= 2 ** 20
/** Parts of an OID that are never an index: 1.3.6.1.4.1 and the number of the maker. */
const nodeParts = 7

/** The steps below a bit are twice as large; null: there is no room for them. */
const doubled =
  (bit: number) =>
  (part: number): number | null => {
    const low = part % 2 ** bit
    return low * 2 < 2 ** bit ? part + low : null
  }

/** All packed numbers of indexes changed, of ifTable and of the maker's tables; null: two rows meet. */
function renumbered(recording: Recording, change: (part: number) => number | null): Recording | null {
  const cells = new Map<string, Varbind>()
  for (const cell of recording) {
    const parts = cell.oid
      .split('.')
      .map((part, at) => (at >= nodeParts && isPacked(Number(part)) ? change(Number(part)) : part))
    const oid = parts.join('.')
    if (parts.includes(null) || cells.has(oid)) return null
    cells.set(oid, { ...cell, oid })
  }
  return recordingOf(cells.values())
}

/** Each port has the name of the next one. */
const renamed = (recording: Recording): Recording =>
  bent(recording, cell =>
    names.test(cell.oid) && Buffer.isBuffer(cell.value)
      ? {
          ...cell,
          value: Buffer.from(
            cell.value
              .toString('latin1')
              .replace(/([/-])(\d+)$/, (_, before: string, port: string) => `${before}${Number(port) + 1}`),
            'latin1',
          ),
        }
      : cell,
  )

/** Whether the agent calls its PON ports by their numbers: else nothing shows that it numbers otherwise. */
const tells = ({ recording }: Device, ports: readonly { _port?: number | null }[]): boolean => {
  const texts = [...recording].flatMap(({ value }) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : [],
  )
  return ports.some(({ _port }) =>
    texts.some(text => new RegExp(`pon.*\\D${_port}(?:\\D|$)`, 'i').test(text)),
  )
}

let bends = 0
for (const { device, whole } of olts) {
  if (!tells(device, whole.ports)) continue
  test(`${device.name}: an ONU keeps its place, or is told as missing`, async () => {
    const truth = await whereabouts(device, device.recording)
    const lies: string[] = []
    for (const [how, recording] of [
      ...[11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 24].map(
        bit => [`steps doubled below bit ${bit}`, renumbered(device.recording, doubled(bit))] as const,
      ),
      ['ports renamed', renamed(device.recording)] as const,
    ]) {
      if (!recording) continue
      bends++
      const now = await listingOf(device, recording)
      if (now.onus.length < whole.onus.length && isComplete(now.missing))
        lies.push(`${how}: ${now.onus.length} of ${whole.onus.length} ONUs, nothing missing`)
      for (const [ident, place] of await whereabouts(device, recording)) {
        const real = truth.get(ident)
        // Where the names of ports are all that tells a place, the ONUs follow the names.
        const followed = how === 'ports renamed' ? real?.replace(/\d+$/, port => `${Number(port) + 1}`) : real
        if (real !== undefined && place !== real && place !== followed)
          lies.push(`${how}: ${ident} is at ${place}, not ${real}`)
      }
      const keys = new Set(now.onus.map(({ id }) => id))
      if (keys.size < now.onus.length) lies.push(`${how}: two ONUs in one place`)
    }
    assert.equal(lies, [])
  })
}
test('the agents were bent', () => assert.is(bends > 100, true))
