import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { ponProfilesExample, ponProfilesResult } from './pon-profiles.ts'

/** Older name of `pon_profiles`. Clients still use it. */
export const gponProfiles = defineModule({
  name: 'gpon_profiles',
  kind: 'read',
  permission: 'device_show',
  summary: 'Profiles of the OLT (older name)',
  args: noArgs,
  result: ponProfilesResult,
  example: ponProfilesExample,
})
