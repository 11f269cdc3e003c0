import type { ConditionSource, Severity } from '@linecard/plugin-kit'
import { sql, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Events } from '../setup.ts'
import { lostPorts, nameOf, portLabels } from './ports.ts'

interface Lost {
  severity: Severity
  what: string
  look: string
}
const lost: Readonly<Record<string, Lost>> = {
  LOS: {
    severity: 'warning',
    what: 'has no light',
    look: 'The OLT receives nothing of it: look at the fibre and the connectors to it.',
  },
  PowerOff: {
    severity: 'info',
    what: 'has no power',
    look: 'It said so before it went: the customer has switched it off, or there is no power in the house.',
  },
  Offline: { severity: 'info', what: 'is not reached', look: 'The OLT does not tell why.' },
}

/** ONUs that were online and are not now, with the reason that their OLT tells. */
export const onuLost: ConditionSource<Events> = {
  label: 'ONU is lost',
  severity: 'info',
  async holding({ ctx }, asked) {
    // One that is gone for long is no news, and nobody removes the ONUs of customers who left.
    const after = new Date(ctx.clock().getTime() - ctx.config.onu_lost_days * 86_400_000)
    const fits = sql<SqlBool>`i.type = 'ONU' and i.status = any (${Object.keys(lost)}::text[])
      and h.time > ${after}`
    const onus = await lostPorts(ctx.em() as SqlEntityManager, fits, asked)
    return onus.map(onu => {
      const { severity, what, look } = lost[onu.status]!
      return {
        device_id: onu.device_id,
        interface_id: onu.id,
        part: '',
        severity,
        title: `${nameOf(onu)} ${what}`,
        description: [look, onu.reason && `Reason: ${onu.reason}.`].filter(Boolean).join(' '),
        labels: {
          ...portLabels(onu),
          status: onu.status,
          ...(onu.reason && { reason: onu.reason }),
          ...(onu.serial && { serial: onu.serial }),
          ...(onu.agreement && { agreement: onu.agreement }),
        },
        since: onu.since,
      }
    })
  },
}
