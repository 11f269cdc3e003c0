import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, int, oid, scalars, text, ticks } from '../columns.ts'
import type { SystemFacts } from '../identity.ts'

const settable =
  (facts: SystemFacts, field: 'contact' | 'sysName' | 'location'): Write<undefined> =>
  (_, value) => {
    if (!Buffer.isBuffer(value) || value.length > 255) return Status.badValue
    facts[field] = value.toString()
    return 0
  }

/** SNMPv2-MIB system group (RFC 3418). Name, contact and location may be SET. */
export const system = (facts: SystemFacts): Subtree =>
  function* (listing) {
    yield* scalars(listing, '1.3.6.1.2.1.1', {
      1: text(() => facts.sysDescr),
      2: oid(() => facts.sysObjectId),
      3: ticks((_, now) => uptime(facts, now)),
      4: text(() => facts.contact, settable(facts, 'contact')),
      5: text(() => facts.sysName, settable(facts, 'sysName')),
      6: text(() => facts.location, settable(facts, 'location')),
      7: int(() => (facts.capabilities & 0x08 ? 6 : 2)),
    })
  }

/** sysUpTime in 1/100 s; wraps after 497 days. */
export const uptime = (facts: { bootMs: number }, now: number): number =>
  Math.max(0, Math.floor((now - facts.bootMs) / 10)) % 0x100000000
