import { notificationKinds, type Notification } from '../contract/notification.ts'
import type { Implementation } from '../contract/implementation.ts'
import { isOid } from '../oid.ts'

/** What is wrong with the notifications of a family that implements these modules. */
export function notificationFindings(
  notifications: readonly Notification[],
  supported: readonly Implementation[],
): string[] {
  const found: string[] = []
  const seen = new Set<string>()
  for (const { oid, name, kind, link, port, ask = [] } of notifications) {
    if (!isOid(oid)) found.push(`notification "${oid}" is not an OID (digits and dots, no leading dot)`)
    if (seen.has(oid)) found.push(`has two notifications ${oid}`)
    seen.add(oid)
    if (!/^[A-Za-z][\w-]{0,99}$/.test(name)) found.push(`notification ${oid} has no name of a MIB: "${name}"`)
    if (!notificationKinds.includes(kind)) found.push(`${name}: "${kind}" is no kind of notification`)
    if (link !== undefined && !port) found.push(`${name} tells a link and no port`)
    for (const one of ask) {
      const known = supported.find(({ module }) => module.name === one.name)
      if (!known) found.push(`${name} asks ${one.name}, which the family does not implement`)
      else if (known.module.kind !== 'read')
        found.push(`${name} asks ${one.name}, which is no reading module`)
    }
  }
  return found
}
