import type { Permission } from '@linecard/plugin-kit'

const group = 'System'
export const permissions = {
  system_configuration: {
    group,
    label: 'Configure the system',
    description: 'Read and change settings, switch components on and off',
  },
  system_info: {
    group,
    label: 'System information',
    description: 'See version, uptime and counts',
    default: true,
  },
  system_status: {
    group,
    label: 'System status',
    description: 'See the state of the service and its metrics',
  },
  schedule_configuration: {
    group,
    label: 'Schedule configuration',
    description: 'See jobs, change when they run, switch them on and off, run them now',
  },
  schedule_reports: {
    group,
    label: 'See schedule reports',
    description: 'See the results and the log lines of jobs',
  },
  system_logs_actions: {
    group: 'Logs',
    label: 'Action log',
    description: 'See who did what, and record actions of a client',
  },
} as const satisfies Record<string, Permission>
