// Imported at run time: the static shell paints before all the rest is read.
void import('./boot').then(({ boot }) => boot());
