import { Type as T } from 'typebox'

export const oxidizedConfig = {
  oxidized_feed: T.Boolean({
    default: false,
    grave: true,
    title: 'Give Oxidized the list of devices with their logins',
    description:
      'To addresses of identity.trusted_networks: whoever asks from there gets the passwords of all devices',
  }),
  oxidized_private_networks: T.Boolean({
    default: false,
    grave: true,
    title: 'Oxidized is in a private network',
    description: 'Also connect to private networks and this machine. Off: only to addresses of the Internet',
  }),
  oxidized_timeout_sec: T.Integer({
    default: 20,
    minimum: 1,
    maximum: 300,
    title: 'Longest time of an answer of Oxidized, in seconds',
  }),
  oxidized_node: T.Enum(['id', 'name', 'ip'], {
    default: 'id',
    title: 'How Oxidized names a device',
    description: 'id: as in the list that it gets from here, the name with the id; name; ip',
  }),
  oxidized_group: T.Boolean({
    default: false,
    title: 'Oxidized has the devices in groups of the same names',
  }),
}
