import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const identities: readonly (readonly [key: string, descr: string])[] = [
  ['mikrotik_ccr1009', 'RouterOS CCR1009-7G-1C-1S+'],
  ['mikrotik_ccr1016', 'RouterOS CCR1016-12G'],
  ['mikrotik_ccr1036', 'RouterOS CCR1036-8G-2S+'],
  ['mikrotik_rb4011', 'RouterOS RB4011iGS+'],
  ['mikrotik_rb750', 'RouterOS RB750GL'],
  ['mikrotik_rb750', 'RouterOS RB750'],
  ['mikrotik_rb750gr3', 'RouterOS RB750Gr3'],
  ['mikrotik_rb2011uias_2hnd', 'RouterOS RB2011UiAS-2HnD'],
  ['mikrotik_rb3011uias', 'RouterOS RB3011UiAS'],
  ['mikrotik_crs', 'RouterOS CRS999-24G-2S+'],
  ['mikrotik_crs', 'RouterOS CRS326-24G-2S+RM'],
  ['mikrotik_crs317_1g_16s', 'RouterOS CRS317-1G-16S+'],
  ['mikrotik_crs328_4c_20s_4s', 'RouterOS CRS328-4C-20S-4S+'],
  ['mikrotik_router_os', 'RouterOS x86'],
  ['mikrotik_chr', 'RouterOS CHR'],
  ['mikrotik_rb912r_2nd', 'RouterOS RB912R-2nD'],
  ['mikrotik_rb951g_2hnd', 'RouterOS RB951G-2HnD'],
  ['mikrotik_rb760igs', 'RouterOS RB760iGS'],
  ['mikrotik_rb2011il', 'RouterOS RB2011iL'],
  ['mikrotik_rblhgr', 'RouterOS RBLHGR'],
  ['mikrotik_rblhgg_60ad', 'RouterOS RBLHGG-60ad'],
  ['mikrotik_rbdynadishg_5hacd', 'RouterOS RBDynaDishG-5HacD'],
  ['mikrotik_rb5009upr_s', 'RouterOS RB5009UPr+S+'],
  ['mikrotik_rb5009ug_s', 'RouterOS RB5009UG+S+'],
  ['mikrotik_crs112_8p_4s', 'RouterOS CRS112-8P-4S'],
  ['mikrotik_crs305_1g_4s', 'RouterOS CRS305-1G-4S+'],
  ['mikrotik_crs309_1g_8s', 'RouterOS CRS309-1G-8S+'],
  ['mikrotik_crs326_24g_2s', 'RouterOS CRS326-24G-2S+'],
  ['mikrotik_crs328_24p_4s', 'RouterOS CRS328-24P-4S+'],
  ['mikrotik_crs354_48g_4s_2q', 'RouterOS CRS354-48G-4S+2Q+'],
  ['mikrotik_router_os', 'a text of its owner: CCR1016'],
]
const index = buildIndex([driver])
const detect = async (objectId: string, descr: string | null) =>
  (await index.detect({ objectId, descr })).modelKey
const test = suite('mikrotik detection')

for (const [key, descr] of identities)
  test(`"${descr}" is ${key}`, async () => assert.is(await detect('1.3.6.1.4.1.14988.1', descr), key))
test('the list names every model of RouterOS', () =>
  assert.equal(
    [...new Set(identities.map(([key]) => key))].toSorted(),
    driver.models
      .map(({ key }) => key)
      .filter(key => !key.startsWith('swos_'))
      .toSorted(),
  ))
const swOs: readonly (readonly [key: string, descr: string])[] = [
  ['swos_css106_1g_4p_1s', 'CSS106-1G-4P-1S SwOS v2.11'],
  ['swos_css106_5g_1s', 'CSS106-5G-1S SwOS v2.13'],
  ['swos_css326_24g_2s', 'CSS326-24G-2S+ SwOS v2.18'],
  ['swos_css610_8g_2s', 'CSS610-8G-2S+ SwOS v2.18'],
  ['swos_css610_8p_2s', 'CSS610-8P-2S+ SwOS v2.20'],
  ['swos_default', 'CSS318-16G-2S+ SwOS v2.20'],
  ['swos_default', 'SwOS'],
]
for (const [key, descr] of swOs)
  test(`SwOS "${descr}" has a number of its own`, async () =>
    assert.is(await detect('1.3.6.1.4.1.14988.2', descr), key))
test('the list names every model of SwOS', () =>
  assert.equal(
    [...new Set(swOs.map(([key]) => key))].toSorted(),
    driver.models
      .map(({ key }) => key)
      .filter(key => key.startsWith('swos_'))
      .toSorted(),
  ))
test('a device of another enterprise is not detected', async () =>
  assert.is(await detect('1.3.6.1.4.1.1498.1', 'RouterOS CCR1016-12G'), null))
