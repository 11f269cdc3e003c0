import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const identities: readonly (readonly [key: string, descr: string])[] = [
  ['mikrotik_ccr1009', 'RouterOS CCR1009-7G-1C-1S+'], ['mikrotik_ccr1016', 'RouterOS CCR1016-12G'], ['mikrotik_ccr1036', 'RouterOS CCR1036-8G-2S+'],
  ['mikrotik_rb4011', 'RouterOS RB4011iGS+'], ['mikrotik_rb750', 'RouterOS RB750GL'], ['mikrotik_rb750', 'RouterOS RB750'], ['mikrotik_rb750gr3', 'RouterOS RB750Gr3'],
  ['mikrotik_rb2011uias_2hnd', 'RouterOS RB2011UiAS-2HnD'], ['mikrotik_rb3011uias', 'RouterOS RB3011UiAS'], ['mikrotik_crs', 'RouterOS CRS326-24G-2S+'],
  ['mikrotik_crs317_1g_16s', 'RouterOS CRS317-1G-16S+'], ['mikrotik_crs328_4c_20s_4s', 'RouterOS CRS328-4C-20S-4S+'], ['mikrotik_router_os', 'RouterOS CHR'],
  ['mikrotik_router_os', 'a text of its owner: CCR1016'],
]
const index = buildIndex([driver])
const detect = async (objectId: string, descr: string | null) => (await index.detect({ objectId, descr })).modelKey
const test = suite('mikrotik detection')

for (const [key, descr] of identities) test(`"${descr}" is ${key}`, async () => assert.is(await detect('1.3.6.1.4.1.14988.1', descr), key))
test('the list names every model of RouterOS', () =>
  assert.equal([...new Set(identities.map(([key]) => key))].toSorted(), driver.models.map(({ key }) => key).filter(key => key !== 'swos_default').toSorted()))
test('SwOS has a number of its own', async () => assert.is(await detect('1.3.6.1.4.1.14988.2', 'CSS326-24G-2S+ SwOS v2.18'), 'swos_default'))
test('another enterprise is nobody here', async () => assert.is(await detect('1.3.6.1.4.1.1498.1', 'RouterOS CCR1016-12G'), null))
