import { DeviceError, type Session } from '@linecard/driver-kit'

const keepMs = 300_000

/**
 * Tells whether the API can be used, for modules that SNMP can answer as well. The result is kept for five
 * minutes, because a disabled service costs a time-out.
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

/** The major version: `7` of `7.14.3 (stable)`. Menus have other names in version 6. */
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

/**
 * Offset of the device's clock from UTC in minutes. Null if the device does not give it. Dates of RouterOS
 * have no time zone.
 */
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
