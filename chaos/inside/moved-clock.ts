/** Loaded before the studio: its clock begins at `ATELIER_CLOCK_START`. The product knows nothing of it. */
const realNow = Date.now.bind(Date)
const shift = Date.parse(process.env.ATELIER_CLOCK_START ?? '') - realNow()

Date.now = () => realNow() + shift
