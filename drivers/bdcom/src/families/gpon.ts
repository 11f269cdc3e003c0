import { defineFamily } from '@linecard/driver-kit'
import { gponChanges } from '../changes.ts'
import { profile } from '../cli.ts'
import { onuCli } from '../cli-onu.ts'
import { placesWith } from '../index-map.ts'
import { gponNotifications } from '../notifications.ts'
import { gponOlt } from '../onus/gpon.ts'
import { gponReasons, gponVendors } from '../onus/gpon-facts.ts'
import { gponProfiles } from '../onus/profiles.ts'
import { gponUnis, gponUniVlans } from '../onus/uni.ts'
import { gponRefused, gponUnregistered } from '../onus/waiting.ts'
import { gponKeys } from '../place.ts'
import { gponCapacity } from '../ports/capacity.ts'
import { gponPower } from '../ports/system.ts'
import { gponOptics } from '../ports/transceivers.ts'
import { oltModules } from './olt.ts'

const olt = gponOlt(placesWith(gponKeys))

/** GP3600-04, GP3600-08 and GP3600-16. */
export const gpon = defineFamily({
  id: 'gpon',
  cli: { ...profile, onu: onuCli },
  snmp: { maxRepetitions: 20 },
  notifications: gponNotifications,
  modules: [
    ...oltModules(olt, { keys: gponKeys, capacity: gponCapacity, optics: gponOptics }),
    gponReasons(olt),
    gponVendors(olt),
    gponUnis(olt),
    gponUniVlans(olt),
    gponUnregistered(olt),
    gponRefused(olt),
    gponProfiles(),
    gponPower,
    ...gponChanges(olt),
  ],
})
