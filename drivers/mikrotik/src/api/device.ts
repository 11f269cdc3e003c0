import { DeviceError, type Session } from '@linecard/driver-kit'

const keepMs = 300_000

/**
 * Whether the API can be used. Asked once in five minutes: a service that is off costs a time-out. For what
 * SNMP tells as well.
 */
export const apiWorks = (session: Session): Promise<boolean> =>
  session.routerOs.offered
    ? session.memo(
        'router-os api',
        () =>
          session.routerOs.print('/system/identity').then(
            () => true,
            (error: unknown) => {
              if (error instanceof DeviceError) return false
              throw error
            },
          ),
        keepMs,
      )
    : Promise.resolve(false)

/** `7` of `7.14.3 (stable)`. Menus have other names in version 6. */
export const majorVersion = (session: Session): Promise<number | null> =>
  session.memo(
    'router-os version',
    async () => {
      const [row] = await session.routerOs.print('/system/resource', { fields: ['version'] })
      const major = Number(/^\d+/.exec(row?.['version'] ?? '')?.[0])
      return Number.isInteger(major) ? major : null
    },
    3_600_000,
  )

/** Minutes that the device's clock is before UTC; null: it does not say. Dates of RouterOS carry no zone. */
export const clockOffset = (session: Session): Promise<number | null> =>
  session.memo(
    'router-os clock',
    async () => {
      const [row] = await session.routerOs
        .print('/system/clock', { fields: ['gmt-offset'] })
        .catch((error: unknown) => {
          if (error instanceof DeviceError && error.kind === 'CommandRejected') return []
          throw error
        })
      const [, sign, hours, minutes] = /^([+-]?)(\d{2}):(\d{2})/.exec(row?.['gmt-offset'] ?? '') ?? []
      return hours === undefined ? null : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
    },
    3_600_000,
  )
