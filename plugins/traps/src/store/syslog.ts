import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { HeardLine } from '../intake/orders.ts'
import { tables } from '../tables.ts'

/** Stores lines of syslog, all in one statement. */
export async function storeLines(em: SqlEntityManager, lines: readonly HeardLine[]): Promise<void> {
  const rows = lines.map(line => ({
    time: new Date(line.at),
    address: line.address,
    device_id: line.deviceId,
    transport: line.transport,
    facility: line.facility,
    severity: line.severity,
    sent_at: line.sentAt === null ? null : new Date(line.sentAt),
    host: line.host,
    app: line.app,
    proc_id: line.procId,
    msg_id: line.msgId,
    data: line.data,
    message: line.message,
  }))
  await sql`
    insert into traps_syslog (time, address, device_id, transport, facility, severity, sent_at, host, app,
      proc_id, msg_id, data, message)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      time timestamptz, address inet, device_id integer, transport text, facility smallint, severity smallint,
      sent_at timestamptz, host text, app text, proc_id text, msg_id text, data jsonb, message text)`.execute(
    tables(em),
  )
}
