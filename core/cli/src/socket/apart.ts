/**
 * Commands that never run in the service: those that are a service, that need a service which does not run
 * or look from outside at one, and those of people who talk to devices and write folders themselves.
 */
export const apart: ReadonlySet<string> = new Set([
  'init',
  'doctor',
  'start',
  'worker',
  'backup',
  'restore',
  'vault:forget',
  'record',
  'snmpwalk',
  '-V',
  '--version',
])
