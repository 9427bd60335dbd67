import { z } from 'zod'

/**
 * Atelier's form of a service's date: a UTC calendar date, which begins at its midnight, or an ISO 8601 moment
 * in UTC where the service named another time of day. `startOf` reads both.
 */
export const serviceDateSchema = z.union([z.iso.date(), z.iso.datetime()])
