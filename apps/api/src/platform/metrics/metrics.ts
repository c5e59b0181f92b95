import { Counter, Histogram, Registry } from 'prom-client'

/** Histogram buckets in seconds, for everything from votes to uploads and exports. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Metrics of this process. `metrics-router.ts` adds those from the database. */
export const openMetrics = () => {
  const registry = new Registry()
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] })
  /** Initializes each label to 0, so rates include its first event. */
  const counterBy = <Label extends string>(
    label: Label,
    values: string[],
    described: { name: string; help: string },
  ) => {
    const made = new Counter({ ...described, labelNames: [label], registers: [registry] })
    for (const value of values) made.labels(value).inc(0)
    return made
  }
  return {
    registry,
    requests: new Histogram({
      name: 'hotvote_http_request_duration_seconds',
      help: 'Requests and the time until their last byte, by method, path pattern and class of status.',
      labelNames: ['method', 'path', 'status'],
      buckets: DURATIONS,
      registers: [registry],
    }),
    votes: counterBy('choice', ['hot', 'not'], {
      name: 'hotvote_votes_total',
      help: 'Votes that were counted, those that were taken back later included.',
    }),
    views: counter('hotvote_views_total', 'Views that browsers reported, second ones of an item included.'),
    uploads: counterBy('outcome', ['accepted', 'internal', 'unavailable'], {
      name: 'hotvote_uploads_total',
      help: 'Uploads, by outcome: accepted, or the code of the failure.',
    }),
    mails: counterBy('outcome', ['sent', 'delayed', 'refused', 'expired', 'unreadable', 'dropped'], {
      name: 'hotvote_mails_total',
      help: 'Mails that were taken from the queue, by outcome. A delayed one is tried again, a dropped one was for an account that is gone.',
    }),
    screenings: counterBy('outcome', ['passed', 'flagged', 'failed'], {
      name: 'hotvote_screenings_total',
      help: 'Calls to the screening service by outcome: passed (score below the threshold), flagged, or failed (no usable response).',
    }),
    clientErrors: counter('hotvote_client_errors_total', 'Errors of the page that browsers reported.'),
  }
}
export type Metrics = ReturnType<typeof openMetrics>
