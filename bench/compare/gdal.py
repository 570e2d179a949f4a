# python3 gdal.py RASTER.tif POINTS.csv OUTPUT.csv
# Uses GDAL for Python and numpy. Points are grouped by tile, so that each tile is read once.
import sys
import numpy
from osgeo import gdal

gdal.UseExceptions()
raster, points, output = sys.argv[1:]
dataset = gdal.Open(raster)
west, width, _, north, _, height = dataset.GetGeoTransform()
size, _ = dataset.GetRasterBand(1).GetBlockSize()

id, lat, lon = numpy.loadtxt(points, delimiter=",", skiprows=1, unpack=True)
x = numpy.floor((lon - west) / width).astype(int)
y = numpy.floor((lat - north) / height).astype(int)
tile = y // size * (dataset.RasterXSize // size + 1) + x // size
order = numpy.argsort(tile, kind="stable")
scores = numpy.zeros((len(id), dataset.RasterCount), dtype=numpy.uint8)
for members in numpy.split(order, numpy.flatnonzero(numpy.diff(tile[order])) + 1):
    left, top = x[members[0]] // size * size, y[members[0]] // size * size
    columns, rows = min(size, dataset.RasterXSize - left), min(size, dataset.RasterYSize - top)
    cells = dataset.ReadAsArray(int(left), int(top), int(columns), int(rows))
    scores[members] = cells[:, y[members] - top, x[members] - left].T

with open(points) as point_file, open(output, "w") as out:
    bands = ",".join(f"band{band + 1}" for band in range(dataset.RasterCount))
    out.write(f"{next(point_file).rstrip()},{bands}\n")
    out.writelines(f"{row.rstrip()},{','.join(map(str, some))}\n" for row, some in zip(point_file, scores.tolist()))
