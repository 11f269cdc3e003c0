import { systemInfo } from '@linecard/driver-kit/builders'
import { system } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { smallModel } from './small-model.ts'

const known = smallModel([systemInfo({ vendor: 'Acme' })])

interface Part {
  index: number
  kind: number
  within: number
  serial?: string
  maker?: string
}
const entry = '1.3.6.1.2.1.47.1.1.1.1'
const lines = ({ index, kind, within, serial, maker }: Part): string[] => [
  `${entry}.4.${index}|2|${within}`,
  `${entry}.5.${index}|2|${kind}`,
  ...(serial ? [`${entry}.11.${index}|4|${serial}`] : []),
  ...(maker ? [`${entry}.12.${index}|4|${maker}`] : []),
]
async function told(parts: readonly Part[]) {
  const { serial_num: serial, vendor_name: maker } = await replaySession(
    parseSnmprec(parts.flatMap(lines).join('\n')),
    known,
  ).call(system, {})
  return { serial, maker }
}
const [chassis, module, port] = [3, 9, 10]
const transceiver: readonly Part[] = [
  { index: 10, kind: port, within: 1 },
  { index: 20, kind: module, within: 10, serial: 'LR-0117', maker: 'Example Optics' },
]
const test = suite('system')

test("the serial number is the chassis' own", async () => {
  assert.equal(
    await told([
      { index: 1, kind: chassis, within: 0, serial: 'X-1' },
      { index: 2, kind: module, within: 1, serial: 'CARD-1' },
      ...transceiver,
    ]),
    { serial: 'X-1', maker: 'Acme' },
  )
})
test('a chassis without a number leaves it to its first module', async () => {
  assert.equal(
    await told([
      { index: 1, kind: chassis, within: 0 },
      { index: 2, kind: module, within: 1, serial: 'CARD-1', maker: 'Acme Works' },
      ...transceiver,
    ]),
    { serial: 'CARD-1', maker: 'Acme Works' },
  )
})
test("a transceiver's number is never the device's", async () => {
  assert.equal(await told([{ index: 1, kind: chassis, within: 0 }, ...transceiver]), {
    serial: null,
    maker: 'Acme',
  })
  assert.equal(await told(transceiver), { serial: null, maker: 'Acme' })
})
