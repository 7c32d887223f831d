/** Says that a page was opened. */
export type TrackPage = (address: string) => void

type Queue = unknown[]
interface Pixel {
  (...args: unknown[]): void
  callMethod?: (...args: unknown[]) => void
  queue: Queue
  push: Pixel
  loaded: boolean
  version: string
  disablePushState: boolean
}
type Window = typeof globalThis &
  Partial<Record<`ga-disable-${string}`, boolean>> & { dataLayer?: Queue; fbq?: Pixel; _fbq?: Pixel }
const page = globalThis as Window

function load(address: string) {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
}

/** Google Analytics 4, without its own look at addresses. */
export function startGoogle(code: string): TrackPage {
  page.dataLayer ??= []
  // Google's script reads the list of arguments itself; an array would be taken for another command.
  const send = function (..._args: unknown[]) {
    // biome-ignore lint/complexity/noArguments: what the service's own snippet hands over
    page.dataLayer!.push(arguments)
  }
  send('js', new Date())
  send('config', code, { send_page_view: false, allow_google_signals: false })
  load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(code)}`)
  return (address) => {
    send('set', { page_location: address, page_referrer: '' })
    send('event', 'page_view', { page_location: address, page_title: document.title })
  }
}

/** Meta's pixel, without its automatic events. */
export function startMeta(pixel: string): TrackPage {
  const send = ((...args: unknown[]) => {
    if (send.callMethod) send.callMethod(...args)
    else send.queue.push(args)
  }) as Pixel
  Object.assign(send, { queue: [], push: send, loaded: true, version: '2.0', disablePushState: true })
  page.fbq = send
  page._fbq = send
  send('set', 'autoConfig', false, pixel)
  send('init', pixel)
  load('https://connect.facebook.net/pt_BR/fbevents.js')
  return () => send('track', 'PageView')
}

/** Stops the services by their own switches, and removes the cookies that name this visitor. */
export function stopServices({
  google_analytics_code,
  facebook_pixel,
}: {
  google_analytics_code: string
  facebook_pixel: string
}) {
  if (google_analytics_code) page[`ga-disable-${google_analytics_code}`] = true
  if (facebook_pixel) page.fbq?.('consent', 'revoke')
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=')[0]!)
  const labels = location.hostname.split('.')
  // The services set them for as wide a domain as the browser lets them.
  const domains = ['', ...labels.map((_, at) => `; domain=${labels.slice(at).join('.')}`)]
  for (const name of names.filter((each) => /^_(?:ga|gid|fbp|fbc)/.test(each)))
    for (const domain of domains) {
      // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is not in every browser
      document.cookie = `${name}=; path=/; max-age=0${domain}`
    }
}
