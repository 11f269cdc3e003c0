import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { isUnder } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import { defaultSubtrees } from '../src/record/subtrees.ts'

const test = suite('linecard record reads all subtrees that builders read')
/** snmpTraps (RFC 3418): names of notifications, which no agent has as objects. */
const snmpTraps = '1.3.6.1.6.3.1.1.5'
const repository = join(import.meta.dirname, '../../..')

test('every OID in the kit and in the drivers is below a default subtree', async () => {
  const outside = new Set<string>()
  let seen = 0
  for await (const file of glob(['core/driver-kit/src/**/*.ts', 'drivers/*/src/**/*.ts'], {
    cwd: repository,
  }))
    for (const [, oid = ''] of readFileSync(join(repository, file), 'utf8').matchAll(
      /['`](1\.(?:0\.8802|2\.840|3\.6\.1|3\.111)(?:\.\d+){2,})/g,
    )) {
      if (isUnder(oid, snmpTraps)) continue
      seen++
      if (!defaultSubtrees.some(subtree => isUnder(oid, subtree) || isUnder(subtree, oid)))
        outside.add(`${file} ${oid}`)
    }
  assert.ok(seen > 150, `only ${seen} OIDs were found`)
  assert.equal([...outside], [])
})
test('the users and communities of SNMP itself are not recorded', () => {
  for (const secret of ['1.3.6.1.6.3.15.1.2.2', '1.3.6.1.6.3.16', '1.3.6.1.6.3.18'])
    assert.not(defaultSubtrees.some(subtree => isUnder(secret, subtree) || isUnder(subtree, secret)))
})
