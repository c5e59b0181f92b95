import { brand } from '../../lib/session/brand.ts'

const OWN = '/icon.svg'

/** See `visitor.md §2`. */
export function Logo() {
  return (
    <span className="flex min-h-11 items-center text-2xl font-extrabold tracking-tight text-hot-ink">
      {brand.useLogo ? (
        <img
          src={brand.logoType === 'custom' ? brand.logoUrl : OWN}
          alt={brand.siteName}
          className="h-9 w-auto max-w-44 object-contain"
        />
      ) : (
        <span className="max-w-50 truncate">{brand.siteName}</span>
      )}
    </span>
  )
}
