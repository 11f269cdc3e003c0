import type { SnmpContext, Varbind } from '@linecard/driver-kit'
import { createBudget, openSnmp } from '@linecard/equipment/library'
import type { SnmpAccess } from '@linecard/plugin-kit'

/** A whole device is more than one call of the service may take, in values, octets and ms. */
const most = { values: 5_000_000, octets: 1_073_741_824, ms: 3_600_000 }

export interface Walked {
  varbinds: Varbind[]
  missing: readonly unknown[]
}

/** Reads subtrees of a device to their ends. */
export async function walk(
  ip: string,
  access: SnmpAccess,
  oids: readonly string[],
  context?: SnmpContext,
): Promise<Walked> {
  const snmp = openSnmp({ ip, access, limits: { callMs: most.ms } })
  const limits = { column_rows: most.values, interface_rows: most.values, call_values: most.values }
  const budget = createBudget({ ...limits, call_octets: most.octets }, most.values)
  try {
    const session = snmp.until(AbortSignal.timeout(most.ms), budget)
    const { columns, missing } = await session.columns(oids, context && { context })
    return { varbinds: columns.flatMap(column => [...column.values()]), missing }
  } finally {
    snmp.close()
  }
}
