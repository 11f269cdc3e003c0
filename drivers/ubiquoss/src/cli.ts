import { industryCli, runningConfig } from '@linecard/driver-kit/cli'

/** The usual modes: `name>`, `name#`. The clock stands above a configuration. */
export const ubiquossCli = industryCli({
  backup: {
    drop: [
      ...runningConfig.drop,
      /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d\d \d{4} [\d:]{8} [A-Z]{2,5}$/,
    ],
  },
})
