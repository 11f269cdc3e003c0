import type { Permission } from '@linecard/plugin-kit'

const group = 'Events'

export const permissions = {
  events_show: {
    group,
    label: 'See events',
    description: 'What is and was wrong with devices of the own groups, and the stream of changes',
  },
  events_see_all: {
    group,
    label: 'See events of the installation',
    description: 'Also events that belong to no device: the database, the disk, sources that fail',
  },
  events_resolve: {
    group,
    label: 'Resolve events',
    description: 'Say that an event is settled. It comes again if it is still true an hour later',
  },
  events_configuration: {
    group,
    label: 'Change which events there are',
    description: 'Conditions on and off, their severity and delay, rules, and maintenance windows',
  },
  events_ingest: {
    group,
    label: 'Bring in alerts',
    description: 'For Alertmanager: its webhook opens and resolves events',
  },
} as const satisfies Record<string, Permission>
