import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const index = buildIndex([driver])
const detect = async (number: string, descr: string | null) => (await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey
const test = suite('dell detection')

for (const [number, descr, key] of [
  ['674.10895.3020', 'PowerConnect 5424', 'dell_general_switch'], ['674.10895.3000', 'Ethernet Routing Switch', 'dell_general_switch'], ['674.10895.3045', null, 'dell_general_switch'],
  ['674.10895.3011', 'PowerConnect 6248, 3.3.7.3, VxWorks 6.5', 'dell_n_series'], ['674.10895.3053', 'Dell Networking N2024, 6.2.0.5, Linux 3.6.5-1289203e', 'dell_n_series'],
  ['6027.1.3.20', 'Dell Networking OS Operating System', 'dell_networking_os'], ['674.11000.5000.100.2.1.9', 'Dell SmartFabric OS10 Enterprise', 'dell_emc_networking_os'],
  ['674.10892.5', 'a server', null],
] as const) test(`${number} "${descr}" is ${key}`, async () => assert.is(await detect(number, descr), key))
