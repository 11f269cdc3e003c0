import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  METRICS_SUBJECT: {
    type: 'VALIDATION_ERROR',
    message: 'Name either a device (device_id) or an interface (interface_id)',
  },
  METRICS_PERIOD: { type: 'VALIDATION_ERROR', message: 'The period is wrong: {what}' },
  METRICS_NOT_OF_DEVICE: {
    type: 'VALIDATION_ERROR',
    message: 'Only devices have {what}: name the device (device_id)',
  },
  METRICS_UNKNOWN: {
    type: 'VALIDATION_ERROR',
    message: 'There is no metric "{metric}": GET /component/metrics_wrapper lists all of them',
  },
  METRICS_NO_STORE: {
    type: 'NOT_SUPPORTED',
    message: 'Series are kept in PostgreSQL, which has no expressions: set metrics.store to prometheus',
  },
  METRICS_NO_VALUES: {
    type: 'NOT_SUPPORTED',
    message: 'The last values are not here: they are sent to the store. Scrape or ask the store',
  },
  METRICS_QUERY_LIMITED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'An expression can name every device, and you see only some groups: use the other operations',
  },
  METRICS_EXPRESSION: { type: 'VALIDATION_ERROR', message: 'The store refuses the expression: {what}' },
  METRICS_STORE_AWAY: {
    type: 'UNAVAILABLE',
    message: 'The store of series does not answer: {what}. Try again later',
  },
  METRICS_STORE_ANSWER: {
    type: 'UNAVAILABLE',
    message: 'The store of series answered with something that cannot be read: {what}',
  },
  METRICS_SCRAPE_BUSY: {
    type: 'TOO_MANY_REQUESTS',
    message: 'Another scrape has not ended. Scrape less often',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
