import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** Identity of each model: product number, then sysDescr. */
const identities: readonly [key: string, product: string, descr: string][] = [
  ['eltex_mes1428', '170', 'MES1428 28-port Fast Ethernet Switch'],
  ['eltex_mes14xx', '171', 'MES1400 Switch'],
  ['eltex_mes24xx', '177', 'MES2411X 10-port 1G/10G Managed Switch'],
  ['eltex_mes3708', '150', 'MES3708P 8-port Managed Switch'],
  ['eltex_mes14xx_mes24xx_mes3708p', '222', 'MES3400-24 28-port 1G/10G Managed Switch'],
  ['eltex_mes14xx_mes24xx_mes3708p', '223', 'MES3710P 10-port Managed Switch'],
  ['eltex_mes21xx', '44', 'MES3108 8-port 1G Managed Switch'],
  ['eltex_mes11xx', '25', 'MES1112 12-port Managed Switch'],
  ['eltex_mes23xx', '108', 'MES2326 28-port 1G/10G Managed Switch'],
  ['eltex_mes23xx', '82', 'MES3508P 10-port 1G Managed Switch'],
  ['eltex_mes2300_24', '266', 'MES2300-24 AC AC 24x1G and 4x10G SFP+ ports Managed Switch'],
  ['eltex_mes2300d_24p', '318', 'MES2300D-24P rev.C1 24x1G POE+ and 4x10G SFP+ ports Managed Switch'],
  ['eltex_mes2424b', '176', 'MES2424B AC 28-port 1G/10G Managed Switch'],
  ['eltex_mes2324p', '92', 'MES2324P AC 28-port 1G/10G Managed Switch with 24 POE+ ports'],
  // Name of each model, then the text that follows it.
  ...[
    'MES1124',
    'MES1124M',
    'MES1124MB',
    'MES2408',
    'MES2424',
    'MES2424P',
    'MES2428',
    'MES2448',
    'MES2448B',
    'MES2308',
    'MES2308P',
    'MES2308R',
    'MES2324',
    'MES2324B',
    'MES2324F',
    'MES2324FB',
    'MES2348B',
    'MES2348P',
    'MES3308F',
    'MES3316F',
    'MES3324',
    'MES3324F',
    'MES3348',
    'MES3348F',
    'MES5324',
    'MES5324A',
    'MES2124',
    'MES2124F',
    'MES2124M',
    'MES2124MB',
    'MES2124P',
    'MES3124',
    'MES3124F',
  ].flatMap(
    name =>
      [
        [`eltex_${name.toLowerCase()}`, '83', `${name} 28-port 1G/10G Managed Switch`],
        [`eltex_${name.toLowerCase()}`, '83', name],
      ] as [string, string, string][],
  ),
  ['eltex_general_switch', '12', 'MES1024 24-port Switch'],
  ['eltex_general_switch', '44', 'MES2208P 12-port Managed Switch'],
  ['eltex_general_switch', '36', 'MES5148 48-port Managed Switch'],
  ['eltex_ltp', '22', 'Linux AT-LTP8X-BG-1 2.6.22.18'],
  ['eltex_ltp', '63', 'ELTEX LTP-4X'],
  ['eltex_ltp_n', '209', 'ELTEX LTP-16N'],
  ['eltex_esr', '139', 'ESR-20 Service Router'],
  ['eltex_device', '999', 'NTU-1'],
]
const index = buildIndex([driver])
const detect = async (objectId: string, descr: string) => (await index.detect({ objectId, descr })).modelKey
const test = suite('eltex detection')

test('the list names every model', () =>
  assert.equal(
    // Only its tables tell the one below.
    [...new Set([...identities.map(([key]) => key), 'eltex_mes_aricent'])].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
for (const [key, product, descr] of identities)
  test(`"${descr}" is ${key}`, async () =>
    assert.is(await detect(`1.3.6.1.4.1.35265.1.${product}`, descr), key))
test('a replaced sysDescr leaves the tables of the agent', async () => {
  const tables = async (root: string) =>
    (
      await index.detect({ objectId: '1.3.6.1.4.1.35265.1.83', descr: 'core-sw' }, async (oid, below) =>
        below && oid.startsWith(root) ? '1' : null,
      )
    ).modelKey
  assert.is(await tables('1.3.6.1.4.1.89'), 'eltex_general_switch')
  assert.is(await tables('1.3.6.1.4.1.2076'), 'eltex_mes_aricent')
  assert.is(await tables('1.3.6.1.4.1.99999'), 'eltex_device')
})
test('another enterprise is nobody here', async () =>
  assert.is(await detect('1.3.6.1.4.1.352650.1.83', 'MES2324B 28-port 1G/10G Managed Switch'), null))
