import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  AUTODISCOVERY_RULE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no autodiscovery rule {id}' },
  AUTODISCOVERY_RULE_EXISTS: { type: 'CONFLICT', message: 'Another rule is named "{name}"' },
  AUTODISCOVERY_RULES_FULL: {
    type: 'CONFLICT',
    message: 'There are {most} rules already; delete one, or write one rule for a larger network',
  },
  AUTODISCOVERY_GROUP_UNKNOWN: { type: 'VALIDATION_ERROR', message: 'There is no device group {id}' },
  AUTODISCOVERY_GROUP_AMBIGUOUS: {
    type: 'VALIDATION_ERROR',
    message: 'The fields group_id and group.id name different groups; only one of them is needed',
  },
  AUTODISCOVERY_GROUP_NEEDED: {
    type: 'VALIDATION_ERROR',
    message: 'You do not see the default group: say group_id, one of the groups you see',
  },
  AUTODISCOVERY_ACCESS_UNKNOWN: { type: 'VALIDATION_ERROR', message: 'There is no access profile {id}' },
  AUTODISCOVERY_RULE_BEYOND: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'The network or an access profile of the rule is not one of your groups. A user who sees all groups' +
      ' must add, change or run such a rule',
  },
  AUTODISCOVERY_ACCESS_GONE: {
    type: 'CONFLICT',
    message: 'No access profile of the rule "{name}" is left that has SNMP on; name one that has',
  },
  AUTODISCOVERY_RUN_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no autodiscovery run {id}' },
  AUTODISCOVERY_RUNNING: {
    type: 'CONFLICT',
    message: 'Autodiscovery is running, or about to: wait until it has ended',
  },
  AUTODISCOVERY_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The search broke off by a fault of the service. The reason is in its log',
  },
  AUTODISCOVERY_NOTHING_TO_DO: {
    type: 'CONFLICT',
    message: 'There is no enabled rule that you see; add one, or name the rules to run',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
