import { Type as T, type Static } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, integerOrNull, orNull, textOrNull } from './shapes.ts'

const list = (what: string) =>
  orNull(
    T.Array(
      closed({
        id: integerOrNull('Number; null: profiles have only a name'),
        name: T.String({ description: 'Name' }),
        mode: T.Optional(textOrNull('VLAN mode')),
        pvid: T.Optional(integerOrNull('Port VLAN id')),
        trunk_vlans: T.Optional(textOrNull('VLANs of a trunk, e.g. 100-120,300')),
        _cir: T.Optional(integerOrNull('Committed rate, kbit/s')),
        _pir: T.Optional(integerOrNull('Peak rate, kbit/s')),
        _cbs: T.Optional(integerOrNull('Committed burst, octets')),
        _pbs: T.Optional(integerOrNull('Peak burst, octets')),
      }),
    ),
    `${what}; null: this OLT does not have this kind`,
  )

export const ponProfilesResult = closed({
  line: list('Line profiles'),
  srv: list('Service profiles'),
  remote: list('Remote profiles'),
  dba: list('DBA profiles'),
  tcont: list('T-CONT profiles'),
  traffic: list('Traffic profiles'),
  sla: list('EPON SLA profiles'),
  vlan: list('VLAN profiles'),
  flow: list('Flow profiles'),
  uniport: list('UNI port profiles'),
  alarm: list('Alarm profiles'),
  optical_alarm: list('Optical alarm profiles'),
})

type Profiles = Static<typeof ponProfilesResult>

/** No kind of profiles: a driver puts its lists over it. */
export const noProfiles: Readonly<Profiles> = {
  line: null,
  srv: null,
  remote: null,
  dba: null,
  tcont: null,
  traffic: null,
  sla: null,
  vlan: null,
  flow: null,
  uniport: null,
  alarm: null,
  optical_alarm: null,
}

export const ponProfilesExample: Profiles = {
  ...noProfiles,
  line: [{ id: 1, name: 'line-100M' }],
  srv: [{ id: 1, name: 'bridge' }],
  dba: [{ id: 10, name: 'dba-100M' }],
  traffic: [{ id: 6, name: 'ip-traffic-100M', _cir: 102400, _pir: 204800 }],
}

/** Profiles of the OLT: one list for each kind. Each entry has id and name. */
export const ponProfiles = defineModule({
  name: 'pon_profiles',
  kind: 'read',
  permission: 'device_show',
  summary: 'Profiles of the OLT',
  args: noArgs,
  result: ponProfilesResult,
  example: ponProfilesExample,
})
