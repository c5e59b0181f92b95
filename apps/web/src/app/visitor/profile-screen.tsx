import { SaveAccountCard } from '../../features/account/save-account-card.tsx'
import { ProfilePage } from '../../features/profile/profile-page.tsx'

export const ProfileScreen = () => <ProfilePage saveAccount={<SaveAccountCard />} />
