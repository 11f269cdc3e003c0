import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** Every model: number of the product, sysDescr. */
const identities: readonly [key: string, product: string, descr: string][] = [
  ['eltex_mes14xx', '170', 'MES1428 28-port Fast Ethernet Switch'], ['eltex_mes24xx', '176', 'MES2424B AC 28-port 1G/10G Managed Switch'], ['eltex_mes3708', '150', 'MES3708P 8-port Managed Switch'],
  ['eltex_mes14xx_mes24xx_mes3708p', '222', 'MES3400-24 28-port 1G/10G Managed Switch'], ['eltex_mes14xx_mes24xx_mes3708p', '223', 'MES3710P 10-port Managed Switch'],
  ['eltex_mes11xx', '24', 'MES1124M 28-port 10/100/1000 Managed Switch'],
  ['eltex_mes23xx', '83', 'MES2324B 28-port 1G/10G Managed Switch'], ['eltex_mes23xx', '266', 'MES2300-24 AC AC 24x1G and 4x10G SFP+ ports Managed Switch'],
  ['eltex_mes23xx', '81', 'MES3324F 28-port 1G/10G Managed Switch'], ['eltex_mes23xx', '112', 'MES2308R 10-port 1G Managed Switch'], ['eltex_mes23xx', '96', 'MES2324FB 28-port 1G/10G Managed Switch'],
  ['eltex_general_switch', '12', 'MES1024 24-port Switch'], ['eltex_general_switch', '44', 'MES2208P 12-port Managed Switch'], ['eltex_general_switch', '35', 'MES3124F 28-port Managed Switch'],
  ['eltex_general_switch', '36', 'MES5148 48-port Managed Switch'], ['eltex_general_switch', '41', 'MES2124M 28-port Managed Switch'],
]
const index = buildIndex([driver])
const detect = async (objectId: string, descr: string) => (await index.detect({ objectId, descr })).modelKey
const test = suite('eltex detection')

test('the list names every model', () => assert.equal([...new Set(identities.map(([key]) => key))].toSorted(), driver.models.map(({ key }) => key).toSorted()))
for (const [key, product, descr] of identities) test(`"${descr}" is ${key}`, async () => assert.is(await detect(`1.3.6.1.4.1.35265.1.${product}`, descr), key))
test('an OLT of the same maker and a switch of another are nobody here', async () => {
  assert.is(await detect('1.3.6.1.4.1.35265.1.22', 'Linux AT-LTP8X-BG-1 2.6.22.18'), null)
  assert.is(await detect('1.3.6.1.4.1.352650.1.83', 'MES2324B 28-port 1G/10G Managed Switch'), null)
})
