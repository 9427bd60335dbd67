import { z } from 'zod'

/**
 * A date rule as Atelier carries it: a UTC calendar date, which begins at its midnight, or an ISO 8601 moment in UTC
 * where the service named another time of day. Both forms read the same with `startOf`.
 */
export const serviceDateSchema = z.union([z.iso.date(), z.iso.datetime()])
